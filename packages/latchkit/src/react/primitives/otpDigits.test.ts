import { describe, expect, it } from 'vitest';
import { otpDigits } from './OtpInput.js';

describe('otpDigits', () => {
  it.each([
    ['482907', '482907'],
    ['001234', '001234'],
    [' 482 907\n', '482907'],
    ['Your code is 482-907.', '482907'],
    ['٤٨٢٩٠٧', '482907'],
    ['۴۸۲۹۰۷', '482907'],
    ['４８２９０７', '482907'],
    ['4829071', '482907'],
    ['48a', '48'],
    ['', ''],
  ])('reads %j as %j [VAL-02]', (typed, wanted) => {
    expect(otpDigits(typed)).toBe(wanted);
  });
});
