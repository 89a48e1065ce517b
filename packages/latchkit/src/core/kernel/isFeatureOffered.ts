import type { ChainNamespace } from '../../protocol/caip.js';
import type { LatchkitState } from '../LatchkitState.js';

/** Features that the project's configuration enables or disables. */
export type OfferedFeature =
  | 'email'
  | 'socials'
  | 'swaps'
  | 'onramp'
  | 'activity'
  | 'branding'
  | 'multiWallet'
  | 'pay'
  | 'send'
  | 'receive';

const SERVED: Partial<Record<OfferedFeature, readonly ChainNamespace[]>> = {
  swaps: ['eip155'],
  onramp: ['eip155', 'solana'],
  send: ['eip155', 'solana'],
  activity: ['eip155'],
};

/**
 * Whether to offer a feature: its flag is on, and the namespace supports it.
 *
 * @param namespace - Default: the active one.
 */
export function isFeatureOffered(
  state: LatchkitState,
  feature: OfferedFeature,
  namespace: ChainNamespace = state.activeNamespace,
): boolean {
  const served = SERVED[feature];
  if (served && !served.includes(namespace)) return false;
  const value = state.features[feature === 'branding' ? 'reownBranding' : feature];
  return typeof value === 'boolean' ? value : value.length > 0;
}

/** Features of the connected wallet, in display order. */
const ORDER = ['onramp', 'swaps', 'receive', 'send'] as const;

export type WalletFeature = (typeof ORDER)[number];

/** The features that the Account view offers, in the order onramp, swaps, receive, send. */
export function walletFeatures(state: LatchkitState): readonly WalletFeature[] {
  return ORDER.filter(feature => isFeatureOffered(state, feature));
}
