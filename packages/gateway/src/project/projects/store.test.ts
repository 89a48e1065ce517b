import { describe, expect, it } from 'vitest';
import { projectInput } from './store.js';

const accepts = (...allowedOrigins: readonly string[]) =>
  projectInput.safeParse({ id: '0'.repeat(32), name: 'Shop', features: {}, allowedOrigins }).success;

describe('projectInput', () => {
  it('accepts origins as browsers send them', () => {
    expect(accepts('https://shop.example', 'https://shop.example:8443', 'http://localhost:5173')).toBe(true);
    expect(accepts('http://app.localhost:3000', 'http://127.0.0.1:8080')).toBe(true);
  });

  it.each([
    '*',
    'https://*',
    'https://*.co.uk',
    'http://shop.example',
    'http://localhost.evil.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://user:secret@shop.example',
    'https://shop.example:443',
    'HTTPS://shop.example',
    'javascript:alert(1)',
    'null',
    '',
  ])('refuses %j as an origin [SEC-15]', origin => {
    expect(accepts(origin)).toBe(false);
  });
});
