import { describe, expect, it } from 'vitest';
import { maskEmail } from './maskEmail.js';

describe('maskEmail', () => {
  it.each([
    ['mira.hollis@example.com', 'mi•••@example.com'],
    ['mi@example.com', 'm•••@example.com'],
    ['m@example.com', '•••@example.com'],
  ])('shows of %s only the start and the domain', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
