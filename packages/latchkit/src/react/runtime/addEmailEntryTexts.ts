import { loadEmailEntryTexts } from '../locales/loadEmailEntryTexts.js';
import { embeddedIcons } from './embeddedIcons.js';
import type { ModalRuntime } from './ModalContext.js';

/** Where the embedded wallet's views add their texts and icons. */
export type EmbeddedParts = Pick<ModalRuntime, 'text' | 'icons'>;

/** Adds the texts and icons of the email field. A host without email login never loads them. */
export async function addEmailEntryTexts({ text, icons }: EmbeddedParts): Promise<void> {
  icons.add(embeddedIcons);
  text.add(await loadEmailEntryTexts(text.locale));
}
