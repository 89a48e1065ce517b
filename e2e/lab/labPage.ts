import type { Scene } from '../support/scenes/Scene.js';
import { DEVICES, LOCALES, LOOKS, type Look, THEMES } from './looks.js';

const FILTERS = {
  theme: THEMES,
  device: DEVICES.map(({ name }) => name),
  locale: LOCALES.map(({ name }) => name),
} as const;

/** The first pictures that the page shows: one language, so that a first visit takes few. */
const isShownFirst = (value: string) => value !== 'de' && value !== 'ar';

const filter = (key: string, value: string) =>
  `<label><input type="checkbox" id="${key}-${value}"${isShownFirst(value) ? ' checked' : ''}> ${value}</label>`;

/** Hides the pictures of a cleared checkbox. A hidden picture is not loaded, so its scene is not reached. */
const hides = (key: string, value: string) =>
  `body:has(#${key}-${value}:not(:checked)) [data-${key}="${value}"] { display: none }`;

const picture = (scene: Scene, { name, theme, device, locale, direction, viewport }: Look) =>
  `<a href="/${scene.name}/${name}.png" data-theme="${theme}" data-device="${device}" data-locale="${locale}">
<img loading="lazy" src="/${scene.name}/${name}.png" alt="${scene.name}, ${name}" width="${viewport.width / 2}" height="${viewport.height / 2}">
${theme}, ${device}, ${locale} (${direction})</a>`;

const section = (scene: Scene) =>
  `<section id="${scene.name}"><h2>${scene.name}</h2><div>${LOOKS.map(look => picture(scene, look)).join('\n')}</div></section>`;

/** The page with every scene in every look. */
export function labPage(scenes: readonly Scene[]): string {
  const each = Object.entries(FILTERS).flatMap(([key, values]) => values.map(value => [key, value] as const));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Latchkit lab</title>
<style>
body { margin: 0 24px 24px; font: 14px/1.5 system-ui }
header { position: sticky; top: 0; display: flex; gap: 16px; padding: 12px 0; background: Canvas }
section > div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-end }
h2 { font-size: 16px; scroll-margin-top: 48px }
a { color: inherit; text-decoration: none }
img { display: block; background: #8882; object-fit: contain }
${each.map(([key, value]) => hides(key, value)).join('\n')}
</style>
<header>${each.map(([key, value]) => filter(key, value)).join('\n')}</header>
${scenes.map(section).join('\n')}
</html>
`;
}
