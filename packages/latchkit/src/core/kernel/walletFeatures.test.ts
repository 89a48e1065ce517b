import { describe, expect, it } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import { createLatchkit } from '../createLatchkit.js';
import { walletFeatures } from './isFeatureOffered.js';
import { memoryStorage } from './storage.js';

const stateOf = (features: object, networks = [mainnet] as [typeof mainnet]) =>
  createLatchkit({ networks, features, storage: memoryStorage() }).store.getState();

describe('walletFeatures', () => {
  it('orders onramp, swaps, receive, send [VIEW-19]', () => {
    expect(walletFeatures(stateOf({}))).toEqual(['onramp', 'swaps', 'receive', 'send']);
  });

  it('offers only what is on [CFG-19] [CFG-20]', () => {
    expect(walletFeatures(stateOf({ send: false }))).toEqual(['onramp', 'swaps', 'receive']);
    expect(walletFeatures(stateOf({ receive: false, onramp: false, swaps: false }))).toEqual(['send']);
  });

  it('offers sending and buying on eip155 and solana only [LIM-15]', () => {
    const on = (namespace: 'eip155' | 'solana' | 'bip122') => {
      const network = namespace === 'solana' ? solana : { ...mainnet, chainNamespace: namespace };
      const offered = walletFeatures(stateOf({}, [network as typeof mainnet]));
      return offered.filter(feature => feature === 'send' || feature === 'onramp');
    };
    expect([on('eip155'), on('solana'), on('bip122')]).toEqual([['onramp', 'send'], ['onramp', 'send'], []]);
  });
});
