import { addEmbeddedTexts, type EmbeddedParts } from './addEmbeddedTexts.js';
import { EmailLoginView } from './EmailLoginView.js';

export { showPendingLogin } from './showPendingLogin.js';

/** The email field, which is drawn with Connect. */
export async function loadEmailViews(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return { EmailLoginView };
}
