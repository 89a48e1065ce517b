import { describe, expect, it } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { initialState } from '../initialState.js';
import { isFeatureOffered, type OfferedFeature } from './isFeatureOffered.js';
import { resolveFeatures } from './resolveFeatures.js';
import { memoryStorage } from './storage.js';

const base = initialState({ networks: [mainnet, solana] }, memoryStorage(), () => 1);
type Remote = Parameters<typeof resolveFeatures>[1];

/** Whether the feature is offered when the project enables it, by namespace. */
function offered(feature: OfferedFeature, remote: Remote, namespace: ChainNamespace = 'eip155') {
  return isFeatureOffered({ ...base, features: resolveFeatures({}, remote) }, feature, namespace);
}

describe('isFeatureOffered', () => {
  it('offers swaps as the project says, on eip155', () => {
    expect(offered('swaps', { swaps: ['1inch'] })).toBe(true);
    expect(offered('swaps', { swaps: false })).toBe(false);
    expect(offered('swaps', { swaps: [] })).toBe(false);
    expect(offered('swaps', { swaps: ['1inch'] }, 'solana')).toBe(false);
  });

  it('offers buying as the project says, on eip155 and solana [LIM-15]', () => {
    expect(offered('onramp', { onramp: ['meld'] })).toBe(true);
    expect(offered('onramp', { onramp: ['meld'] }, 'solana')).toBe(true);
    expect(offered('onramp', { onramp: ['meld'] }, 'bip122')).toBe(false);
    expect(offered('onramp', { onramp: false })).toBe(false);
    expect([offered('send', {}), offered('send', {}, 'solana'), offered('send', {}, 'bip122')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('offers activity as the project says, on eip155 only [CFG-09] [LIM-16]', () => {
    expect(offered('activity', { activity: true })).toBe(true);
    for (const other of ['solana', 'bip122', 'polkadot'] as const)
      expect(offered('activity', { activity: true }, other), other).toBe(false);
    expect(offered('activity', { activity: false })).toBe(false);
  });

  it('shows the branding as the project configures', () => {
    expect([
      offered('branding', { reownBranding: true }),
      offered('branding', { reownBranding: false }),
    ]).toEqual([true, false]);
  });

  it('turns multi-wallet functions on as the project says [CFG-11]', () => {
    expect([offered('multiWallet', { multiWallet: true }), offered('multiWallet', {})]).toEqual([
      true,
      false,
    ]);
  });

  it('uses the active namespace by default', () => {
    expect(isFeatureOffered({ ...base, activeNamespace: 'solana' }, 'activity')).toBe(false);
  });
});
