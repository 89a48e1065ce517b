import { addEmailEntryTexts, type EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { EmailLoginView } from './EmailLoginView.js';

/** Loads the email field, which Connect contains. */
export async function loadEmailViews(parts: EmbeddedParts) {
  await addEmailEntryTexts(parts);
  return { EmailLoginView };
}
