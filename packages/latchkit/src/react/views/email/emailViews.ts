import { addEmailEntryTexts, type EmbeddedParts } from './addEmailEntryTexts.js';
import { EmailLoginView } from './EmailLoginView.js';

export { showPendingLogin } from './showPendingLogin.js';

/** The email field, which is drawn with Connect. */
export async function loadEmailViews(parts: EmbeddedParts) {
  await addEmailEntryTexts(parts);
  return { EmailLoginView };
}
