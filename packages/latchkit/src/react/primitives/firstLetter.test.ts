import { describe, expect, it } from 'vitest';
import { firstLetter } from './firstLetter.js';

describe('firstLetter', () => {
  it.each([
    ['harbor', 'H'],
    ['  1inch', '1'],
    ['«محفظة»', 'م'],
    ['e\u0301clair', 'E\u0301'],
    ['𝒜tlas', '𝒜'],
    ['🦊', '?'],
    ['', '?'],
  ])('%s gives %s', (name, letter) => expect(firstLetter(name)).toBe(letter));
});
