import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { deploymentProviders } from './deploymentProviders.js';

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders('http://localhost:1/v1/auth/social/callback');
});
afterAll(() => providers.close());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const OWN = { clientId: 'shared', clientSecret: 'shared' };

describe('deploymentProviders', () => {
  it('finds only providers with credentials', async () => {
    const { find } = deploymentProviders({ google: OWN }, undefined);
    const google = await find('any', 'google');
    expect(google?.credentials).toEqual(OWN);
    expect(google?.developmentBase).toBeUndefined();
    expect(await find('any', 'github')).toBeUndefined();
  });

  it('finds the stand-ins of the development identity provider for all others', async () => {
    const { find } = deploymentProviders({ google: OWN }, providers.url);
    expect((await find('any', 'google'))?.developmentBase).toBeUndefined();
    for (const provider of ['apple', 'github', 'telegram'] as const) {
      expect(await find('any', provider)).toEqual(providers.setup(provider));
    }
  });

  it('keeps the stand-ins while the development identity provider is too busy to respond', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { find } = deploymentProviders({}, providers.url);
    const known = await find('any', 'github');
    vi.setSystemTime(Date.now() + 2_000);
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')));
    expect(await find('any', 'github')).toEqual(known);
  });

  it('asks the development identity provider once for calls at the same time', async () => {
    const asked = vi.fn(fetch);
    vi.stubGlobal('fetch', asked);
    const { find, ids } = deploymentProviders({}, providers.url);
    await Promise.all([find('any', 'github'), find('any', 'google'), ids()]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('finds nothing while the development identity provider does not run', async () => {
    const { find } = deploymentProviders({}, 'http://localhost:1');
    expect(await find('any', 'google')).toBeUndefined();
  });
});
