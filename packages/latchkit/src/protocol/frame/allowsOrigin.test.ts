import { describe, expect, it } from 'vitest';
import { allowsOrigin, LOCAL_ORIGINS } from './allowsOrigin.js';

describe('allowsOrigin', () => {
  it('allows an exact origin, and no other that looks like it', () => {
    const allows = (origin: string) => allowsOrigin(['https://app.example'], origin);
    expect(allows('https://app.example')).toBe(true);
    for (const origin of [
      'http://app.example',
      'https://app.example:8443',
      'https://app.example.evil.example',
      'https://evilapp.example',
      'https://app.example/',
      'null',
      '',
    ]) {
      expect(allows(origin)).toBe(false);
    }
  });

  it('allows subdomains of a name, and not the name itself', () => {
    const allows = (origin: string) => allowsOrigin(['https://*.app.example'], origin);
    expect(allows('https://a.app.example')).toBe(true);
    expect(allows('https://a.b.app.example')).toBe(true);
    for (const origin of [
      'https://app.example',
      'https://evilapp.example',
      'http://a.app.example',
      'https://.app.example.x',
    ]) {
      expect(allows(origin)).toBe(false);
    }
  });

  it('allows any port of this machine where that is listed, and nothing by an empty list', () => {
    expect(allowsOrigin(['http://localhost:*'], 'http://localhost:5173')).toBe(true);
    expect(allowsOrigin(['http://localhost:*'], 'http://localhost')).toBe(true);
    expect(allowsOrigin(['http://localhost:*'], 'http://localhost.evil.example:80')).toBe(false);
    expect(allowsOrigin([], 'https://app.example')).toBe(false);
  });

  it('allows names of this machine where they are listed', () => {
    const allows = (origin: string) => allowsOrigin(LOCAL_ORIGINS, origin);
    for (const origin of ['http://localhost:5173', 'http://app.localhost:5173', 'http://a.app.localhost']) {
      expect(allows(origin)).toBe(true);
    }
    for (const origin of ['http://evillocalhost', 'http://app.localhost.evil.example', 'http://.localhost']) {
      expect(allows(origin)).toBe(false);
    }
  });
});
