import type { EmailLoginStep } from '../../../core/index.js';

/** The view for each step of the email login; the step of sending an email has no view. */
export const LOGIN_VIEWS = {
  sending: undefined,
  device: 'EmailVerifyDevice',
  code: 'EmailVerifyOtp',
  checking: 'EmailVerifyOtp',
} as const satisfies Record<EmailLoginStep, string | undefined>;
