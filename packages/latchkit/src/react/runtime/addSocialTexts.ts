import { loadSocialTexts } from '../locales/loadSocialTexts.js';
import type { EmbeddedParts } from './addEmailEntryTexts.js';

/** Adds the texts of a social login. A page without social logins never loads them. */
export async function addSocialTexts({ text }: EmbeddedParts): Promise<void> {
  text.add(await loadSocialTexts(text.locale));
}
