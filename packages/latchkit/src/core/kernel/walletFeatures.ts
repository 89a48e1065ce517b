import type { LatchkitState } from '../LatchkitState.js';
import { isFeatureOffered } from './isFeatureOffered.js';

/** Features of the connected wallet, in display order. */
const ORDER = ['onramp', 'swaps', 'receive', 'send'] as const;

export type WalletFeature = (typeof ORDER)[number];

/**
 * The features that the Account view offers, in the order onramp, swaps, receive, send.
 *
 * @param built - Features that have a view. Default: receive and send.
 */
export function walletFeatures(
  state: LatchkitState,
  built: readonly WalletFeature[] = ['receive', 'send'],
): readonly WalletFeature[] {
  return ORDER.filter(feature => built.includes(feature) && isFeatureOffered(state, feature));
}
