import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { addSocialTexts } from '../../runtime/addSocialTexts.js';
import { ConnectingFarcasterView } from './ConnectingFarcasterView.js';

/** Loads the view of a login with Farcaster with its texts. */
export async function loadFarcasterView(parts: EmbeddedParts) {
  await addSocialTexts(parts);
  return ConnectingFarcasterView;
}
