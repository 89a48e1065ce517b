import { describe, expect, it } from 'vitest';
import { shortenEmail } from './loginName.js';

const of = (length: number) => `${'m'.repeat(length - 12)}@example.com`;

describe('shortenEmail', () => {
  it('shows 30 characters in full, and shortens 31 with an ellipsis [LIM-06]', () => {
    expect(shortenEmail(of(30))).toBe(of(30));
    expect(shortenEmail(of(31))).toBe(`${of(31).slice(0, 29)}…`);
  });
});
