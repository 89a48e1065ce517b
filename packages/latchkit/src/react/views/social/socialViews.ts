import { loadSocialTexts } from '../../locales/loadSocialTexts.js';
import type { EmbeddedParts } from '../../runtime/addEmailEntryTexts.js';
import { ConnectingSocialView } from './ConnectingSocialView.js';

/** Loads the view of a social login with its texts. */
export async function loadSocialViews({ text }: EmbeddedParts) {
  text.add(await loadSocialTexts(text.locale));
  return { ConnectingSocialView };
}
