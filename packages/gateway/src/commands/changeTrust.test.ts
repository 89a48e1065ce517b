import { describe, expect, it } from 'vitest';
import { projectInput } from '../project/projects/store.js';
import { changeTrust } from './changeTrust.js';

const SHOP = 'https://shop.example';
/** Matches all names below it, such as preview deployments. */
const PATTERN = 'https://*.shop.example';
const project = (allowedOrigins: readonly string[], trustedOrigins: readonly string[] = []) =>
  projectInput.parse({ id: 'shop', name: 'Shop', features: {}, allowedOrigins, trustedOrigins });

describe('changeTrust', () => {
  it('trusts only the named origins, and removes trust', () => {
    expect(changeTrust(project([SHOP]), {}).trustedOrigins).toEqual([]);
    const trusted = changeTrust(project([SHOP, 'https://b.example']), { trust: [SHOP, SHOP] });
    expect(trusted.trustedOrigins).toEqual([SHOP]);
    expect(changeTrust(trusted, { untrust: [SHOP] }).trustedOrigins).toEqual([]);
  });

  it('removes the trust of an origin that the project no longer has', () => {
    expect(changeTrust(project(['https://new.example'], [SHOP]), {}).trustedOrigins).toEqual([]);
    expect(changeTrust(project([], [SHOP]), {}).trustedOrigins).toEqual([SHOP]);
  });

  it.each([
    [[SHOP], { trust: ['https://evil.example'] }, 'is not an origin of the project'],
    [[SHOP], { untrust: [SHOP] }, 'is not trusted'],
    [[], { trust: ['https://*.example'] }, '--trust needs an origin'],
    [[PATTERN], { trust: [PATTERN] }, '--trust needs an origin'],
    [[PATTERN], { trust: ['https://a.shop.example'] }, 'is not an origin of the project'],
    [[], { trust: ['http://shop.example'] }, '--trust needs an origin'],
  ])('refuses for a project with %j: %j', (origins, changes, message) => {
    expect(() => changeTrust(project(origins), changes)).toThrow(message);
  });
});
