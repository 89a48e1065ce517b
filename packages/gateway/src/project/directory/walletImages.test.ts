import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { registry } from './registry.js';
import { walletImages } from './walletImages.js';

const HOW = 'run: npm run build && node packages/gateway/scripts/generateWalletImages.mjs';
/** Sides in pixels, as in the generator. */
const SIZE = 168;
/** Maximum bytes of an image. */
const MOST_BYTES = 3000;
/** The packages that the notice names. */
const SOURCES = /^(web3icons|rainbowkit|ant-design)\//;

const record = z
  .record(z.string(), z.strictObject({ picture: z.string().regex(SOURCES), source: z.hash('sha256') }))
  .parse(JSON.parse(readFileSync(new URL('../../../scripts/walletImages.json', import.meta.url), 'utf8')));

/** A WebP file of one picture, without a colour profile or other metadata (RFC 9649). */
const picture = z.instanceof(Buffer).transform((image, context) => {
  const isWhole = image.toString('latin1', 0, 4) === 'RIFF' && image.readUInt32LE(4) === image.length - 8;
  const sides = isWhole && image.toString('latin1', 8, 12) === 'WEBP' ? sidesOf(image) : undefined;
  if (sides) return sides;
  context.addIssue({ code: 'custom', message: 'is not a WebP picture' });
  return z.NEVER;
});

/** Width and height: sections 2.5 (lossy), 2.6 with 3.4 (lossless) and 2.7 (lossy, with transparency) of RFC 9649. */
function sidesOf(image: Buffer): [number, number] | undefined {
  switch (image.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [image.readUInt16LE(26) & 0x3fff, image.readUInt16LE(28) & 0x3fff];
    case 'VP8L': {
      const bits = image.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      // Only the flag for transparency.
      return image[20] === 0x10 ? [image.readUIntLE(24, 3) + 1, image.readUIntLE(27, 3) + 1] : undefined;
    default:
      return undefined;
  }
}

describe('walletImages', () => {
  const images = walletImages();
  const withLogo = registry.filter(({ id }) => id in record);

  it.each(withLogo.map(({ id }) => id))('has a small picture of %s', id => {
    const bytes = Buffer.from(images.get(id) ?? []);
    expect(picture.safeParse(bytes).data, HOW).toEqual([SIZE, SIZE]);
    expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('has no other images', () => {
    expect([...images.keys()].sort(), HOW).toEqual(withLogo.map(({ id }) => id).sort());
  });

  it('lacks few logos, and wallets without one come last (UX-02)', () => {
    const letters = registry.filter(({ id }) => !images.has(id));
    expect(letters.length).toBeLessThanOrEqual(10);
    expect(registry.slice(-letters.length)).toEqual(letters);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="168" height="168"></svg>')],
    ['a part of a picture', Buffer.from(images.get('metamask') ?? []).subarray(0, -1)],
    ['an animation', Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xa7\0\0\xa7\0\0', 'latin1')],
  ])('takes no %s for a picture', (_, bytes) => expect(picture.safeParse(bytes).success).toBe(false));
});
