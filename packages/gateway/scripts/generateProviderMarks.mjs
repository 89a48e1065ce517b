// Writes providerMarks/: the mark of each login provider as an SVG in a box of 24 × 24 with a margin of 2. Those of
// simple-icons (CC0) have one colour, and pages draw them as masks in their own; the others are as the provider draws them.
// Run it after the package or the data below changes: node packages/gateway/scripts/generateProviderMarks.mjs

import { mkdir, writeFile } from 'node:fs/promises';
import { pictureOf } from './pictures.mjs';

/** Providers whose rules accept a mark in one colour; docs/social-login.md has their pages. */
const ONE_COLOUR = ['apple', 'discord', 'facebook', 'farcaster', 'github', 'telegram', 'x'];

/**
 * Google's mark has its four colours on every background. Drawn after the button on
 * https://developers.google.com/identity/branding-guidelines, read on 29 November 2026.
 */
const GOOGLE = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 56 56">',
  '<path fill="#EA4335" d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"/>',
  '<path fill="#4285F4" d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"/>',
  '<path fill="#FBBC05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"/>',
  '<path fill="#34A853" d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"/>',
  '</svg>',
].join('');

const marks = { google: GOOGLE };
for (const provider of ONE_COLOUR) {
  const [, path] = / d="([^"]+)"/.exec(await pictureOf(`simple-icons/${provider}`));
  // White, because the brightness of a mask decides what it shows.
  marks[provider] =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 28 28"><path fill="#fff" d="${path}"/></svg>`;
}
const folder = new URL('../providerMarks/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [provider, svg] of Object.entries(marks))
  await writeFile(new URL(`${provider}.svg`, folder), `${svg}\n`);

// The portal takes them from one file, in which they have the colour of the text around them.
const symbols = Object.entries(marks).map(([provider, svg]) =>
  svg
    .replace('<svg xmlns="http://www.w3.org/2000/svg"', `<symbol id="${provider}"`)
    .replace('</svg>', '</symbol>')
    .replaceAll('<path fill="#fff"', '<path fill="currentColor"')
    .replaceAll('<path ', '<path stroke="none" '),
);
await writeFile(
  new URL('../../../apps/frame/src/portal/parts/marks.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`,
);
console.log(`${symbols.length} marks written`);
