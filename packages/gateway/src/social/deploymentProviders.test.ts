import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProviders, type TestProviders } from '../../test/wallet/socialProviders.js';
import { deploymentProviders } from './deploymentProviders.js';

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders('http://localhost:1/v1/auth/social/callback');
});
afterAll(() => providers.close());

const OWN = { clientId: 'shared', clientSecret: 'shared' };

describe('deploymentProviders', () => {
  it('finds only providers with credentials', async () => {
    const find = deploymentProviders({ google: OWN }, undefined);
    const google = await find('any', 'google');
    expect(google?.credentials).toEqual(OWN);
    expect(google?.developmentBase).toBeUndefined();
    expect(await find('any', 'github')).toBeUndefined();
  });

  it('finds the stand-ins of the development identity provider for all others', async () => {
    const find = deploymentProviders({ google: OWN }, providers.url);
    expect((await find('any', 'google'))?.developmentBase).toBeUndefined();
    for (const provider of ['apple', 'github', 'telegram'] as const) {
      expect(await find('any', provider)).toEqual(providers.setup(provider));
    }
  });

  it('finds nothing while the development identity provider does not run', async () => {
    const find = deploymentProviders({}, 'http://localhost:1');
    expect(await find('any', 'google')).toBeUndefined();
  });
});
