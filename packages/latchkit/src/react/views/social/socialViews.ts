import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import { addSocialTexts } from '../../runtime/addSocialTexts.js';
import { ConnectingSocialView } from './ConnectingSocialView.js';

/** Loads the view of a social login with its texts. */
export async function loadSocialViews(parts: EmbeddedParts) {
  await Promise.all([addSocialTexts(parts), addEmbeddedTexts(parts)]);
  return { ConnectingSocialView };
}
