// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest';
import { base, mainnet, optimism } from '../../networks/networks.js';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { startStubGateway } from '../testSupport/stubGateway.test-support.js';
import { isSwapNetwork, offersSwap } from './offersSwap.js';

describe('isSwapNetwork', () => {
  it('is true for 12 networks of EVM and for no other [LIM-18]', () => {
    const swaps = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554];
    const others = supportedNetworkIds().filter(id => !swaps.some(swap => id === `eip155:${swap}`));
    expect(swaps.every(id => isSwapNetwork({ chainNamespace: 'eip155', id }))).toBe(true);
    expect(
      others.filter(id => {
        const [namespace, reference = ''] = id.split(':');
        return isSwapNetwork({ chainNamespace: namespace === 'solana' ? 'solana' : 'eip155', id: reference });
      }),
    ).toEqual([]);
    expect(isSwapNetwork({ chainNamespace: 'solana', id: 1 })).toBe(false);
    expect(isSwapNetwork({ chainNamespace: 'eip155', id: 31_337 })).toBe(false);
  });
});

describe('offersSwap', () => {
  const development = { ...mainnet, id: 31_337, caipNetworkId: 'eip155:31337', testnet: true } as const;
  const offered = async (swaps: readonly string[] | undefined) => {
    const gateway = await startStubGateway({ '/v1/supported-chains': [200, { http: [], ws: [], swaps }] });
    const features = { email: false, socials: false, analytics: false } as const;
    const { kit } = startedKit({ gateway: gateway.url, features });
    onTestFinished(async () => {
      kit.destroy();
      await gateway.stop();
    });
    return Promise.all([mainnet, optimism, base, development].map(network => offersSwap(kit, network)));
  };

  it('is true where the gateway swaps, of the 12 networks and of development chains [LIM-18] (rows-K5)', async () => {
    expect(await offered(['eip155:1', 'eip155:8453'])).toEqual([true, false, true, false]);
    expect(await offered([])).toEqual([false, false, false, false]);
    expect(await offered(['eip155:31337'])).toEqual([false, false, false, true]);
    // An older gateway does not say.
    expect(await offered(undefined)).toEqual([true, true, true, false]);
    const { kit } = startedKit();
    expect(await offersSwap(kit, mainnet)).toBe(true);
    kit.destroy();
  });
});
