import { createTexts, type Line } from '../texts/createTexts.js';
import { element } from './element.js';
import { renderSecureBar } from './renderSite.js';

/** Replaces the content of a window of the wallet with one sentence. */
export function showSentence(self: Window, said: Line): void {
  const { document, navigator } = self;
  const texts = createTexts(document, navigator.languages);
  const { locale, direction, line } = texts;
  const sentence = element(document, 'p', { role: 'status', class: 'sentence' }, line(said));
  document.body.replaceChildren(
    element(
      document,
      'main',
      { class: 'screen', lang: locale, dir: direction },
      element(document, 'section', { class: 'card' }, renderSecureBar(document, texts), sentence),
    ),
  );
}
