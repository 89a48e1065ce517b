// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, type Latchkit, memoryStorage, type SignInRequest } from '../../../core/index.js';
import { messageOf } from '../../../core/signIn/scriptedSignIn.test-support.js';
import { connectorOf } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { SIWXSignMessageView } from './SIWXSignMessageView.js';

const ACCOUNT = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 'eip155:1',
} as const;
const READY: SignInRequest = {
  ...ACCOUNT,
  namespace: 'eip155',
  connectorId: 'io.harbor',
  message: messageOf(ACCOUNT),
  text: 'app.example wants you to sign in',
  step: 'ready',
  problem: undefined,
};

function kitAsking(request: SignInRequest | undefined, name: string | undefined = 'Meridian'): Latchkit {
  const kit = createLatchkit({
    networks: [mainnet],
    storage: memoryStorage(),
    projectId: 'p',
    ...(name === undefined ? {} : { metadata: { name } }),
  });
  kit.kernel.set({
    connectors: [connectorOf('io.harbor', { name: 'Harbor' })],
    signIn: { required: [], sessions: {}, checking: [], asking: request },
  });
  return kit;
}

const view = <SIWXSignMessageView view={{ name: 'SIWXSignMessage' }} depth={0} />;
const shown = (change: Partial<SignInRequest>) => renderInModal(kitAsking({ ...READY, ...change }), view);
const buttons = (markup: string) => [...markup.matchAll(/<button[^>]*>.*?<\/button>/gs)].map(([one]) => one);

describe('SIWXSignMessageView', () => {
  it('names the application, shows what is signed, and offers to sign and to cancel [VIEW-26]', () => {
    const markup = shown({});
    const text = visibleText(markup);
    expect(text).toContain('Sign a message so Meridian knows 0xf3…b92266 is you.');
    expect(text).toContain('app.example wants you to sign in');
    expect(text).toMatch(/Cancel Sign$/);
    expect(markup).toContain('aria-label="Meridian and your wallet"');
  });

  it('says “this site” when the host set no name', () => {
    const kit = kitAsking(READY, '');
    expect(renderInModal(kit, view)).toContain('aria-label="This site and your wallet"');
  });

  it('keeps the button busy until there is something to sign', () => {
    const [, , sign = ''] = buttons(shown({ step: 'preparing', message: undefined, text: undefined }));
    expect(sign).toContain('aria-busy="true"');
    expect(visibleText(shown({ step: 'preparing', message: undefined, text: undefined }))).not.toContain(
      'Message',
    );
  });

  it.each<[string, Partial<SignInRequest>, string]>([
    ['waiting', { step: 'waiting' }, 'Confirm in Harbor Approve the message in the Harbor window.'],
    ['authenticating [ERR-40]', { step: 'checking' }, 'Authenticating...'],
    ['leaving', { step: 'leaving' }, 'Going back Harbor may ask you to switch network.'],
    ['declined', { problem: 'declined' }, 'You declined the message in Harbor.'],
    ['failed', { problem: 'failed' }, 'Couldn’t sign in'],
    ['smart account', { problem: 'smartAccount' }, 'couldn’t verify the signature of your smart account'],
    ['expired', { problem: 'expired' }, 'Your session with Meridian has ended. Sign again to go on as'],
  ])('shows the current step or problem: %s', (_, change, text) => {
    expect(visibleText(shown(change))).toContain(text);
  });

  it('offers to try again after a failure, and can be cancelled at every step', () => {
    expect(visibleText(shown({ problem: 'failed' }))).toMatch(/Cancel Try again$/);
    for (const step of ['preparing', 'ready', 'waiting', 'checking', 'leaving'] as const) {
      const cancel = buttons(shown({ step })).find(one => one.includes('Cancel')) ?? '';
      expect(cancel).not.toMatch(/disabled|aria-busy="true"/);
    }
  });

  it('is empty when no sign-in is requested', () => {
    expect(visibleText(renderInModal(kitAsking(undefined), view))).toBe('Sign in');
  });
});
