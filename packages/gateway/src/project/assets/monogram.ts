import { createHash } from 'node:crypto';

/** An image without a logo: the first letter of a name on a colour derived from an id. */
export function monogram(id: string, name: string): string {
  return lettered(id, [...name.normalize('NFC').trim().toUpperCase()][0] ?? '?');
}

/** An image of a few letters or signs, on a colour derived from an id. */
export function lettered(id: string, letters: string): string {
  // Dark enough for white text at every hue (at least 4.5:1).
  const hue = createHash('sha256').update(id).digest().readUInt16BE(0) % 360;
  const size = letters.length > 2 ? 8 : letters.length > 1 ? 10 : 13;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">',
    `<path fill="hsl(${hue},45%,28%)" d="M0 0h24v24H0z"/>`,
    '<text x="12" y="12" dy=".36em" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" ',
    `font-size="${size}" font-weight="600">${escaped(letters)}</text></svg>`,
  ].join('');
}

function escaped(letters: string): string {
  return letters.replaceAll(/[<>&"']/g, found => `&#${found.charCodeAt(0)};`);
}
