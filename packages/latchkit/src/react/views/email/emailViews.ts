import { addEmbeddedTexts, type EmbeddedParts } from './addEmbeddedTexts.js';
import { EmailLoginView } from './EmailLoginView.js';
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.js';
import { EmailVerifyOtpView } from './EmailVerifyOtpView.js';

export { showPendingLogin } from './showPendingLogin.js';

/** The steps of the email login: one piece, as whoever takes the first step takes the next. */
export async function loadEmailViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { EmailLoginView, EmailVerifyDeviceView, EmailVerifyOtpView };
}
