import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addOnrampTexts } from '../../runtime/addOnrampTexts.js';
import { OnrampView } from './OnrampView.js';

/** Loads the view of buying with its texts. */
export async function loadOnrampView(parts: EmbeddedParts) {
  await addOnrampTexts(parts);
  return OnrampView;
}
