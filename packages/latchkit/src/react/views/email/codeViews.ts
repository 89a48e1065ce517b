import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.js';
import { EmailVerifyOtpView } from './EmailVerifyOtpView.js';

/** Loads the steps after the email field in one chunk, because a visitor who reaches the first needs the next. */
export async function loadCodeViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { EmailVerifyDeviceView, EmailVerifyOtpView };
}
