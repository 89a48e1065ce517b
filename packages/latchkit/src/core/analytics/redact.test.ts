import { describe, expect, it } from 'vitest';
import { redact } from './startAnalytics.js';

describe('redact', () => {
  it('leaves of an address its host, and of a script its place', () => {
    expect(redact('at https://user:pass@rpc.example:8545/v3/deadbeef?key=1#x now', 200)).toBe(
      'at https://rpc.example:8545 now',
    );
    expect(redact('at f (https://site.example/assets/app.js?v=2:10:3)', 200)).toBe(
      'at f (https://site.example/assets/app.js)',
    );
    expect(redact('at f (https://site.example/assets/app.js:10:3)', 200)).toBe(
      'at f (https://site.example/assets/app.js:10:3)',
    );
  });

  it('removes keys, signatures, tokens and email addresses', () => {
    expect(redact(`key ${'a1'.repeat(32)} of ada@mail.example`, 200)).toBe('key [hex] of [email]');
    expect(redact(`0x${'F'.repeat(130)}`, 500)).toBe('[hex]');
    expect(redact(`eyJ${'hbGciOi'.repeat(6)}.eyJzdWIiOiIx.c2lnbmF0dXJl`, 500)).toBe('[token]');
  });

  it('keeps ordinary words, and truncates long text', () => {
    const text = "Cannot read properties of undefined (reading 'x')";
    expect(redact(text, 200)).toBe(text);
    expect(redact('word '.repeat(100), 20)).toHaveLength(20);
  });
});
