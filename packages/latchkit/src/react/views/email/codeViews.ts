import type { EmbeddedParts } from './addEmailEntryTexts.js';
import { addEmbeddedTexts } from './addEmbeddedTexts.js';
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.js';
import { EmailVerifyOtpView } from './EmailVerifyOtpView.js';

/** The steps after the email field: one piece, as a visitor who takes the first takes the next. */
export async function loadCodeViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { EmailVerifyDeviceView, EmailVerifyOtpView };
}
