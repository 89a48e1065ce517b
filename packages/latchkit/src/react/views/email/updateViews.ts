import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import { UpdateEmailPrimaryOtpView } from './UpdateEmailPrimaryOtpView.js';
import { UpdateEmailSecondaryOtpView } from './UpdateEmailSecondaryOtpView.js';
import { UpdateEmailWalletView } from './UpdateEmailWalletView.js';

/** Loads the steps of a change of the email address. */
export async function loadUpdateViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { UpdateEmailWalletView, UpdateEmailPrimaryOtpView, UpdateEmailSecondaryOtpView };
}
