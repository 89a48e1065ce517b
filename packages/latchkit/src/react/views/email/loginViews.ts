import type { EmailLoginState } from '../../../core/index.js';

/** The view that shows a step of the email login; a mail that is only being sent has none of its own. */
export const LOGIN_VIEWS = {
  sending: undefined,
  device: 'EmailVerifyDevice',
  code: 'EmailVerifyOtp',
  checking: 'EmailVerifyOtp',
} as const satisfies Record<EmailLoginState['step'], string | undefined>;
