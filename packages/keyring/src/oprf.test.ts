import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { describe, expect, it } from 'vitest';
import { oprf } from './oprf.js';

/** RFC 9497, A.1.1. */
const BLIND = hexToBytes('64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706');
const VECTORS = [
  {
    input: '00',
    blinded: '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
    evaluated: '7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e',
    output:
      '527759c3d9366f277d8c6020418d96bb393ba2afb20ff90df23fb7708264e2f3ab9135e3bd69955851de4b1f9fe8a0973396719b7912ba9ee8aa7d0b5e24bcf6',
  },
  {
    input: '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    blinded: 'da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418',
    evaluated: 'b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25',
    output:
      'f4a74c9c592497375e796aa837e907b1a045d34306a749db9f34221f7e750cb4f2a6413a6bf6fa5e19ba6348eb673934a722a7ede2e7621306d18951e7cf2c73',
  },
];

describe('oprf', () => {
  it('computes the test vectors of RFC 9497', () => {
    const random = new Uint8Array(64);
    random.set(BLIND);
    for (const { input, blinded, evaluated, output } of VECTORS) {
      const bytes = hexToBytes(input);
      const asked = oprf.blind(bytes, random);
      expect(bytesToHex(asked.element)).toBe(blinded);
      expect(bytesToHex(oprf.finalize(bytes, asked, hexToBytes(evaluated)))).toBe(output);
    }
  });

  it('blinds differently each time, and rejects values that are not elements of the group', () => {
    const input = new TextEncoder().encode('secret');
    const asked = oprf.blind(input);
    expect(oprf.blind(input).element).not.toEqual(asked.element);
    for (const wrong of [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31)]) {
      expect(() => oprf.finalize(input, asked, wrong)).toThrow('The opened data does not match this wallet');
    }
  });
});
