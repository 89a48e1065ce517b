import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase58 } from './fromBase58.js';

describe('fromBase58', () => {
  it('agrees with another implementation, leading zeros included', () => {
    const bytes = fc.uint8Array({ maxLength: 64 });
    const zeros = fc.uint8Array({ maxLength: 3, max: 0 });
    fc.assert(
      fc.property(zeros, bytes, (before, after) => {
        const text = getBase58Decoder().decode(Uint8Array.from([...before, ...after]));
        if (text !== '') expect(fromBase58(text)).toEqual(Uint8Array.from(getBase58Encoder().encode(text)));
      }),
    );
  });

  it('returns undefined for invalid or too long text', () => {
    for (const bad of ['', '0', 'O', 'I', 'l', 'a b', 'é', '1'.repeat(129)])
      expect(fromBase58(bad)).toBeUndefined();
  });
});
