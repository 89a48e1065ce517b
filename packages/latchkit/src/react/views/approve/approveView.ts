import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import { ApproveTransactionView } from './ApproveTransactionView.js';

/** Loads the view of the wallet page. */
export async function loadApproveView(parts: EmbeddedParts) {
  await addEmbeddedTexts(parts);
  return ApproveTransactionView;
}
