import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addPayTexts } from '../../runtime/addPayTexts.js';
import { PayView } from './PayView.js';

/** Loads the view of payments with its texts. */
export async function loadPayView(parts: EmbeddedParts) {
  await addPayTexts(parts);
  return PayView;
}
