import type { DemoPage } from '../DemoPage.js';
import { control } from './control.js';
import { openAccount } from './openAccount.js';
import { openConnect } from './openConnect.js';
import { pretendEmail } from './pretendEmail.js';
import { EMAIL, pretendUser } from './pretendUser.js';
import type { Scene } from './Scene.js';

/** Opens Connect on a page without a wallet, where email comes first. */
async function openEmail(demo: DemoPage, look: string): Promise<void> {
  await openConnect(demo, `wallet=none&${look}`);
  await demo.button('MetaMask').waitFor();
  await demo.modal.locator('input[type="email"]').waitFor();
}

const pretendLogin = (demo: DemoPage, step: 'device' | 'code', code?: string) =>
  pretendEmail(demo, step === 'device' ? { name: 'EmailVerifyDevice' } : { name: 'EmailVerifyOtp' }, {
    login: { email: EMAIL, step, resendAt: Date.now() + (code ? 0 : 45_000) },
    ...(code && { code }),
  });

/** Views of the embedded wallet. */
export const EMAIL_SCENES: readonly Scene[] = [
  { name: 'connect-email', reach: openEmail },
  {
    name: 'connect-email-typed',
    async reach(demo, look) {
      await openEmail(demo, look);
      await demo.modal.locator('input[type="email"]').fill(EMAIL);
      await control(demo, 'email').last().waitFor();
    },
  },
  {
    name: 'connect-email-invalid',
    async reach(demo, look) {
      await openEmail(demo, look);
      await demo.modal.locator('input[type="email"]').fill('mira@example');
      await demo.page.keyboard.press('Enter');
      await demo.modal.locator('.lk-field-note').waitFor();
    },
  },
  {
    name: 'email-login',
    async reach(demo, look) {
      await demo.open(look);
      await demo.connectButton.hover();
      await pretendEmail(demo, { name: 'EmailLogin' }, {});
      await demo.modal.locator('input[type="email"]').waitFor();
    },
  },
  {
    name: 'email-device',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'device');
      await demo.modal.locator('.lk-ring[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'email-device-denied',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'device', 'DEVICE_DENIED');
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
  {
    name: 'email-otp',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code');
      await demo.modal.locator('.lk-otp-input').fill('482');
    },
  },
  {
    name: 'email-otp-second',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendEmail(
        demo,
        { name: 'EmailVerifyOtp' },
        { login: { email: EMAIL, step: 'code', twoEmails: true, resendAt: Date.now() + 45_000 } },
      );
      await demo.modal.locator('.lk-steps').waitFor();
    },
  },
  {
    name: 'email-otp-wrong',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code');
      await demo.modal.locator('.lk-otp-input').fill('48290');
      await demo.page.keyboard.type('1');
      await pretendLogin(demo, 'code', 'OTP_INVALID');
      await demo.modal.locator('.lk-otp-note').waitFor();
    },
  },
  {
    name: 'email-otp-locked',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code', 'LOCKED');
      await demo.modal.locator('.lk-otp-note').waitFor();
    },
  },
  { name: 'account-email', reach: pretendUser },
  {
    name: 'profile-email',
    async reach(demo, look) {
      await pretendUser(demo, look);
      await control(demo, 'profile').click();
      await demo.shows('ProfileWallets');
    },
  },
  {
    name: 'email-update',
    async reach(demo, look) {
      await pretendUser(demo, look);
      await pretendEmail(demo, { name: 'UpdateEmailWallet' }, {});
      await demo.modal.locator('input[type="email"]').fill('mira.hollis@example.com');
    },
  },
  {
    name: 'email-add',
    async reach(demo, look) {
      await pretendUser(demo, look, 'x');
      await pretendEmail(demo, { name: 'UpdateEmailWallet' }, {});
      await demo.modal.locator('input[type="email"]').fill('mira.hollis@example.com');
    },
  },
  {
    name: 'email-update-current',
    async reach(demo, look) {
      await pretendUser(demo, look);
      const update = { email: 'mira.hollis@example.com', step: 'currentCode' } as const;
      await pretendEmail(demo, { name: 'UpdateEmailPrimaryOtp' }, { update });
      await demo.modal.locator('.lk-otp-input').fill('19');
    },
  },
  {
    name: 'approve-waiting',
    async reach(demo, look) {
      await openAccount(demo, look);
      await pretendEmail(demo, { name: 'ApproveTransaction' }, {});
      await demo.modal.locator('.lk-wallet-ghost').waitFor();
    },
  },
  {
    name: 'approve-paused',
    async reach(demo, look) {
      await openAccount(demo, look);
      const held = { why: 'declined', until: Date.now() + 24_400 } as const;
      await pretendEmail(demo, { name: 'ApproveTransaction' }, { held });
      await demo.modal.locator('.lk-wallet-ask').waitFor();
    },
  },
  {
    name: 'approve-sending',
    async reach(demo, look) {
      await openAccount(demo, look);
      await pretendEmail(demo, { name: 'ApproveTransaction' }, { height: 480, isSending: true });
      await demo.modal.locator('.lk-wallet:not([data-covered])').waitFor();
      await demo.page.keyboard.press('Escape');
      await demo.modal.locator('.lk-wallet-ask').waitFor();
    },
  },
];
