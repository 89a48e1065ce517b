import type { LatchkitState } from '../LatchkitState.js';
import { isFeatureOffered } from './isFeatureOffered.js';

/** What an account's wallet can be used for, in the order of display [VIEW-19]. */
const ORDER = ['onramp', 'swaps', 'receive', 'send'] as const;

export type WalletFeature = (typeof ORDER)[number];

/**
 * The features that the Account view offers, in the order onramp, swaps, receive, send [VIEW-19].
 *
 * @param built those that there is a view for. Default: receive and send.
 */
export function walletFeatures(
  state: LatchkitState,
  built: readonly WalletFeature[] = ['receive', 'send'],
): readonly WalletFeature[] {
  return ORDER.filter(feature => built.includes(feature) && isFeatureOffered(state, feature));
}
