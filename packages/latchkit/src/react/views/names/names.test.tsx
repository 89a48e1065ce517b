// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../core/connection/connect.js';
import { BaseError, type ErrorCode } from '../../../core/index.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../../../core/testSupport/startedKit.test-support.js';
import { startStubGateway, until } from '../../../core/testSupport/stubGateway.test-support.js';
import { mountViews } from '../../mount/mountViews.test-support.js';

const SUGGESTIONS = '/v1/profile/suggestions/alice';

/** The view of a user of the embedded wallet, in which 'alice' was typed. */
async function typed(answer: readonly [number, unknown]) {
  const gateway = await startStubGateway({ [SUGGESTIONS]: answer });
  onTestFinished(() => gateway.stop());
  const adapter = scriptedAdapter('eip155', [connectorOf('AUTH', { type: 'AUTH' })]);
  adapter.answer.connect = async () => connectionOf('AUTH');
  const { kit } = startedKit({ gateway: gateway.url, features: { analytics: false } }, adapter);
  await connect(kit, { connectorId: 'AUTH' });
  kit.kernel.set(({ namespaces }) => {
    const { eip155 } = namespaces;
    if (!eip155?.account.isConnected) return {};
    const user = { address: ADDRESS, chainId: 1, email: 'ada@example.com', accounts: [] };
    const embeddedWalletInfo = { user, authProvider: 'email', accountType: 'eoa' } as never;
    const account = { ...eip155.account, embeddedWalletInfo };
    return {
      names: { suffix: '.reown.id', registration: undefined },
      namespaces: { ...namespaces, eip155: { ...eip155, account } },
    };
  });
  const mounted = await mountViews(kit, { name: 'RegisterAccountName' });
  await mounted.type('Alice');
  await until(() => gateway.asked(SUGGESTIONS).length > 0);
  const read = async () => {
    await mounted.run();
    return mounted.text();
  };
  const shows = (text: string) => expect.poll(read).toContain(text);
  const fail = (code: ErrorCode, message: string) =>
    mounted.run(() => {
      const error = new BaseError(code, message);
      const registration = { name: 'alice', status: 'error', error } as const;
      kit.kernel.set({ names: { suffix: '.reown.id', registration } });
    });
  return { mounted, shows, fail };
}

it('keeps the suffix behind the name in languages from right to left (UX-45)', async () => {
  const { mounted } = await typed([200, { available: true, reason: null, suggestions: [] }]);
  const box = mounted.page.querySelector('.lk-field-box');
  expect(box?.getAttribute('dir')).toBe('ltr');
  expect(box?.lastElementChild?.textContent).toBe('.reown.id');
});

it('shows why a registration failed, in the words of the service or its own [ERR-69] [ERR-73]', async () => {
  const { mounted, shows, fail } = await typed([200, { available: true, reason: null, suggestions: [] }]);
  await shows('alice is available');
  await fail('REGISTER_NAME_FAILED', 'The registry is closed on Mondays');
  expect(mounted.text()).toContain('The registry is closed on Mondays');
  await fail('REGISTER_NAME_FAILED', 'Error registering name alice');
  expect(mounted.text()).toContain('Error registering name alice');
  await fail('REQUEST_REJECTED', 'Request rejected');
  expect(mounted.text()).not.toMatch(/rejected|Error/);
  await mounted.type('alicia');
  expect(mounted.text()).not.toContain('Error');
});

it('lists suggestions, and a press on one fills the field [ENT-23]', async () => {
  const suggestions = [{ name: 'alice2.reown.id' }, { name: 'alice3.reown.id' }];
  const { mounted, shows } = await typed([200, { available: false, reason: 'Taken', suggestions }]);
  await shows('alice isn’t available');
  expect(mounted.button('Claim name').disabled).toBe(true);
  await mounted.click('alice3');
  expect(mounted.input().value).toBe('alice3');
  expect(mounted.button('Claim name').disabled).toBe(false);
});

it.each([
  [{ reasons: [{ name: 'name', description: 'The registry is closed on Mondays' }] }, 'closed on Mondays'],
  [{}, 'Error fetching name suggestions'],
])(
  'shows why suggestions are missing, and lets the visitor try the name [ERR-69] [ERR-71]',
  async (body, text) => {
    const { mounted, shows } = await typed([500, body]);
    await shows(text);
    expect(mounted.button('Claim name').disabled).toBe(false);
  },
);
