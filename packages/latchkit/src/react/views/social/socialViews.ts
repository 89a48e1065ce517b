import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addEmbeddedTexts } from '../../runtime/addEmbeddedTexts.js';
import { addSocialTexts } from '../../runtime/addSocialTexts.js';
import { ConnectingSocialView } from './ConnectingSocialView.js';

/** Loads the views of social logins with their texts. */
export async function loadSocialViews(parts: EmbeddedParts) {
  await Promise.all([addSocialTexts(parts), addEmbeddedTexts(parts)]);
  return { ConnectingSocialView, loadFarcasterView };
}

/** Farcaster's view contains the QR code, which the others do not need. */
const loadFarcasterView = () =>
  import('./ConnectingFarcasterView.js').then(found => found.ConnectingFarcasterView);
