import { element } from '../screen/element.js';
import { createTexts } from '../texts/createTexts.js';

/** Replaces the content of a login page with one sentence. */
export function showSentence(self: Window, text: 'social.opening' | 'social.lost' | 'social.done'): void {
  const { document, navigator } = self;
  const root = document.documentElement;
  root.dataset.surface = 'window';
  if (self.matchMedia('(prefers-color-scheme: dark)').matches) root.dataset.theme = 'dark';
  const texts = createTexts(document, navigator.languages);
  const { locale, direction } = texts;
  const said = element(document, 'p', { role: 'status' }, texts.text(text));
  document.body.replaceChildren(
    element(document, 'main', { class: 'screen over', lang: locale, dir: direction }, said),
  );
}
