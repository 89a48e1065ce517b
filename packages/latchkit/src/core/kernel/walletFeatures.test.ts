import { describe, expect, it } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import { createLatchkit } from '../createLatchkit.js';
import { walletFeatures } from './isFeatureOffered.js';
import { memoryStorage } from './storage.js';

const stateOf = (features: object, networks = [mainnet] as [typeof mainnet]) =>
  createLatchkit({ networks, features, storage: memoryStorage() }).store.getState();
const ALL = ['send', 'swaps', 'receive', 'onramp'] as const;

describe('walletFeatures', () => {
  it('orders onramp, swaps, receive, send [VIEW-19]', () => {
    expect(walletFeatures(stateOf({}), ALL)).toEqual(['onramp', 'swaps', 'receive', 'send']);
  });

  it('offers only what is built and on [CFG-19] [CFG-20]', () => {
    expect(walletFeatures(stateOf({}))).toEqual(['swaps', 'receive', 'send']);
    expect(walletFeatures(stateOf({ send: false }), ALL)).toEqual(['onramp', 'swaps', 'receive']);
    expect(walletFeatures(stateOf({ receive: false, onramp: false, swaps: false }), ALL)).toEqual(['send']);
  });

  it('offers sending and buying on eip155 and solana only [LIM-15]', () => {
    const on = (namespace: 'eip155' | 'solana' | 'bip122') => {
      const network = namespace === 'solana' ? solana : { ...mainnet, chainNamespace: namespace };
      return walletFeatures(stateOf({}, [network as typeof mainnet]), ['send', 'onramp']);
    };
    expect([on('eip155'), on('solana'), on('bip122')]).toEqual([['onramp', 'send'], ['onramp', 'send'], []]);
  });
});
