import { describe, expect, it } from 'vitest';
import { evaluateOprf, oprfKeyOf } from './evaluateOprf.js';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

describe('evaluateOprf', () => {
  it('computes the test vectors of RFC 9497, A.1.1', () => {
    const key = oprfKeyOf(new Uint8Array(32).fill(0xa3), Buffer.from('test key'));
    expect(textOf(key)).toBe('5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e');
    for (const [blinded, evaluated] of [
      [
        '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
        '7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e',
      ],
      [
        'da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418',
        'b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25',
      ],
    ] as const) {
      expect(textOf(evaluateOprf(key, hex(blinded)))).toBe(evaluated);
    }
  });

  it('evaluates nothing that is no element of the group, nor its identity', () => {
    const key = oprfKeyOf(new Uint8Array(32), Buffer.from('key'));
    for (const wrong of [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31)]) {
      expect(evaluateOprf(key, wrong)).toBeUndefined();
    }
  });
});
