import { describe, expect, it } from 'vitest';
import { siteIcon } from './siteIcon.js';

/** The header of a PNG of this size, and what follows. */
function png(width: number, height: number, more = ''): string {
  const four = (size: number) =>
    String.fromCharCode(size >>> 24, (size >>> 16) & 255, (size >>> 8) & 255, size & 255);
  const header = `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${four(width)}${four(height)}\x08\x06\0\0\0`;
  return `data:image/png;base64,${btoa(header + more + '\0'.repeat(12))}`;
}

describe('siteIcon', () => {
  it('is the first small picture that the message itself contains (UX-50)', () => {
    const icon = png(72, 72);
    expect(siteIcon(['https://shop.example/icon.png', icon, png(16, 16)])).toBe(icon);
    expect(siteIcon([])).toBeUndefined();
    expect(siteIcon()).toBeUndefined();
  });

  it.each([
    ['an address', 'https://shop.example/icon.png'],
    [
      'a drawing that can run code',
      `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>'.repeat(4))}`,
    ],
    ['another kind that says it is a PNG', `data:image/png;base64,${btoa('GIF89a'.repeat(12))}`],
    ['one that unpacks to a huge one', png(65_535, 65_535)],
    ['one that is a little too wide', png(257, 72)],
    ['one without a size', png(0, 72)],
    ['one that moves', png(72, 72, '\0\0\0\x08acTL')],
    ['one that is too long', png(72, 72, 'x'.repeat(8_192))],
    ['one with more behind it', `${png(72, 72)}"><script>`],
    ['no base64', 'data:image/png;base64,====================================================='],
  ])('is not %s (UX-50)', (_, icon) => {
    expect(siteIcon([icon])).toBeUndefined();
  });
});
