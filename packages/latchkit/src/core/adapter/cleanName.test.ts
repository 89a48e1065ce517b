import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName } from './untrusted.js';

describe('cleanName', () => {
  it('keeps visible characters of any script', () => {
    expect(cleanName('  Кошелёк  財布 🦊 ')).toBe('Кошелёк 財布 🦊');
  });

  it('removes characters that could reorder, hide or break a line', () => {
    expect(cleanName('\u202eksaMateM\u2066\u200b\u0000\n\u2028X\ufeff')).toBe('ksaMateMX');
  });

  it('is at most 64 characters long for any input', () => {
    expect(cleanName('N'.repeat(1_000_000))).toHaveLength(64);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), name => {
        const clean = cleanName(name);
        expect([...clean].length).toBeLessThanOrEqual(64);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(clean).toBe(clean.trim());
      }),
    );
  });
});
