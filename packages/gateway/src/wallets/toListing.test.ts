import { describe, expect, it } from 'vitest';
import { registry } from './registry.js';
import { badgeOf } from './toListing.js';

describe('badgeOf', () => {
  it.each([
    ['https://example.com', 'com.example'],
    ['https://www.example.com/wallet', 'com.example.wallet'],
    ['https://wallet.example.com', 'com.example.other'],
  ])('certifies a wallet of %s that announces itself as %s', (homepage, rdns) => {
    expect(badgeOf({ homepage, rdns })).toBe('certified');
  });

  it.each([
    ['https://example.com', undefined],
    ['https://example.com', 'com.examples'],
    ['https://example.com', 'com'],
    ['https://example.com', 'org.example'],
    ['https://example.com', 'com.attacker.example'],
    ['https://wallet.github.io', 'io.github.wallet'],
    ['https://wallet.js.org', 'org.js.other'],
    ['https://wallet.co.uk', 'uk.co.other'],
  ])('does not certify a wallet of %s that announces itself as %s', (homepage, rdns) => {
    expect(badgeOf({ homepage, ...(rdns === undefined ? {} : { rdns }) })).toBeNull();
  });

  it('takes the domain that the maker had before, and no shared one in its place', () => {
    const homepage = 'https://new.example';
    expect(badgeOf({ homepage, rdns: 'example.old.wallet', formerDomain: 'old.example' })).toBe('certified');
    expect(badgeOf({ homepage, rdns: 'example.other', formerDomain: 'old.example' })).toBeNull();
    expect(badgeOf({ homepage, rdns: 'app.vercel.wallet', formerDomain: 'vercel.app' })).toBeNull();
  });

  it('needs a former domain only where the announced name is of one', () => {
    for (const { formerDomain, ...wallet } of registry) {
      if (formerDomain === undefined) continue;
      expect(formerDomain).toMatch(/^[a-z0-9-]+\.[a-z]+$/);
      expect([badgeOf(wallet), badgeOf({ ...wallet, formerDomain })]).toEqual([null, 'certified']);
    }
  });

  it('knows Phantom and OKX, which announce the names of their earlier domains', () => {
    const badges = registry.filter(({ id }) => id === 'phantom' || id === 'okx').map(badgeOf);
    expect(badges).toEqual(['certified', 'certified']);
  });
});
