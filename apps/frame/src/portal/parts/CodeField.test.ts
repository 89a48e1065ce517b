import { describe, expect, it } from 'vitest';
import { codeDigits } from './CodeField.js';

describe('codeDigits', () => {
  it.each([
    ['12 34-56', '123456'],
    ['Your code: 001234.', '001234'],
    ['١٢٣٤٥٦', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
  ])('reads %s as %s', (typed, digits) => {
    expect(codeDigits(typed)).toBe(digits);
  });
});
