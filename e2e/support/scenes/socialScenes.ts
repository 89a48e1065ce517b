import type { SocialLoginState } from 'latchkit';
import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { openConnect } from './openConnect.js';
import { pretendEmail } from './pretendEmail.js';
import type { Scene } from './Scene.js';

/** Shows the view of a login with Google; with a code, the login has ended with that error. */
async function pretendSocial(
  demo: DemoPage,
  look: string,
  state: Pick<SocialLoginState, 'step' | 'isHidden' | 'link'>,
  code?: string,
): Promise<void> {
  await openConnect(demo, `wallet=none&${look}`);
  await control(demo, 'social:google').waitFor();
  const provider = 'google' as const;
  const social = { provider, ...state };
  await pretendEmail(demo, { name: 'ConnectingSocial', provider }, { social, ...(code && { code }) });
  await demo.modal.locator('.lk-ring').waitFor();
}

/** Shows the view of a login with Farcaster; with a code, the login has ended with that error. */
async function pretendFarcaster(demo: DemoPage, look: string, code?: string): Promise<void> {
  await openConnect(demo, `wallet=none&${look}`);
  await control(demo, 'social:farcaster').waitFor();
  const url = `https://farcaster.example/~/siwf?channelToken=${'a1b2c3d4'.repeat(8)}`;
  const social = { provider: 'farcaster', step: 'provider', url } as const;
  await pretendEmail(demo, { name: 'ConnectingFarcaster' }, { social, ...(code && { code }) });
  await demo.modal
    .locator(code ? '.lk-ring' : '.lk-qr, .lk-actions a')
    .first()
    .waitFor();
}

/** Views of a social login. */
export const SOCIAL_SCENES: readonly Scene[] = [
  { name: 'social', reach: (demo, look) => pretendSocial(demo, look, { step: 'provider' }) },
  {
    name: 'social-hidden',
    reach: (demo, look) => pretendSocial(demo, look, { step: 'provider', isHidden: true }),
  },
  {
    name: 'social-link',
    reach: (demo, look) =>
      pretendSocial(demo, look, {
        step: 'device',
        link: { email: 'mi•••@example.com', resendAt: Date.now() + 24_000 },
      }),
  },
  { name: 'social-checking', reach: (demo, look) => pretendSocial(demo, look, { step: 'checking' }) },
  {
    name: 'social-blocked',
    reach: (demo, look) => pretendSocial(demo, look, { step: 'opening' }, 'WINDOW_BLOCKED'),
  },
  {
    name: 'social-refused',
    reach: (demo, look) => pretendSocial(demo, look, { step: 'provider' }, 'LOGIN_REFUSED'),
  },
  {
    // Instagram's browser, in which Google refuses to log anybody in.
    name: 'social-in-app',
    async reach(demo, look) {
      await demo.page.addInitScript(() => {
        const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Instagram 350.0';
        Object.defineProperty(navigator, 'userAgent', { get: () => agent });
      });
      await openConnect(demo, look);
      await demo.modal.locator('.lk-legal').first().waitFor();
    },
  },
  { name: 'farcaster', reach: (demo, look) => pretendFarcaster(demo, look) },
  {
    name: 'farcaster-phone',
    reach: async (demo, look) => {
      await demo.page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Safari/604.1' });
      });
      await pretendFarcaster(demo, look);
    },
  },
  {
    name: 'farcaster-expired',
    reach: (demo, look) => pretendFarcaster(demo, look, 'LOGIN_EXPIRED'),
  },
];
