import { loadEmailEntryTexts } from '../../locales/loadEmailEntryTexts.js';
import type { ModalRuntime } from '../../modal/ModalContext.js';
import { embeddedIcons } from '../../primitives/embeddedIcons.js';

/** Where texts and icons of the embedded wallet's views go. */
export type EmbeddedParts = Pick<ModalRuntime, 'text' | 'icons'>;

/** Adds what the email field needs beside its code; a host without email login never loads it. */
export async function addEmailEntryTexts({ text, icons }: EmbeddedParts): Promise<void> {
  icons.add(embeddedIcons);
  text.add(await loadEmailEntryTexts(text.locale));
}
