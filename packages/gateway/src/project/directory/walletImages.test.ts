import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { monogram } from '../assets/monogram.js';
import { registry } from './registry.js';
import { walletImages } from './walletImages.js';

const HOW = 'run: npm run build && node packages/gateway/scripts/generateWalletImages.mjs';
/** Sides in pixels, as in the generator. */
const SIZE = 168;
/** Maximum bytes of an image. */
const MOST_BYTES = 20_000;

const record = z
  .record(z.string(), z.object({ icon: z.string().optional(), source: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('../../../scripts/walletImages.json', import.meta.url), 'utf8')));

/** Width and height in the header of a lossless WebP (RFC 9649, section 3.4); undefined for other files. */
function sidesOf(image: Buffer): [number, number] | undefined {
  const marks = [image.toString('latin1', 0, 4), image.toString('latin1', 8, 16), image[20]];
  if (marks.join() !== ['RIFF', 'WEBPVP8L', 0x2f].join() || image.readUInt32LE(4) !== image.length - 8)
    return undefined;
  const bits = image.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

describe('walletImages', () => {
  const images = walletImages();

  it.each(registry.map(({ id, name }) => [id, name]))('has an up-to-date image of %s', (id, name) => {
    const bytes = images.get(id);
    if (bytes === undefined) throw new Error(`There is no image of ${name}; ${HOW}`);
    expect(sidesOf(Buffer.from(bytes)), HOW).toEqual([SIZE, SIZE]);
    expect(bytes.length).toBeLessThan(MOST_BYTES);
    const entry = record[id];
    const source = createHash('sha256').update(monogram(id, name)).digest('hex');
    if (entry?.icon === undefined) expect(entry?.source, HOW).toBe(source);
  });

  it('has no other images', () => {
    const wallets = registry.map(({ id }) => id).sort();
    expect([...images.keys()].sort(), HOW).toEqual(wallets);
    expect(Object.keys(record).sort(), HOW).toEqual(wallets);
  });
});
