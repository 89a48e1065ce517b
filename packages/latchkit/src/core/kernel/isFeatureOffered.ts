import type { ChainNamespace } from '../../protocol/caip.js';
import type { LatchkitState } from '../LatchkitState.js';

/** Features that the project's configuration turns on or off. */
export type OfferedFeature =
  | 'swaps'
  | 'onramp'
  | 'activity'
  | 'branding'
  | 'multiWallet'
  | 'send'
  | 'receive';

const SERVED: Partial<Record<OfferedFeature, readonly ChainNamespace[]>> = {
  swaps: ['eip155'], // [LIM-18]
  onramp: ['eip155', 'solana'], // [LIM-15]
  send: ['eip155', 'solana'],
  activity: ['eip155'], // [LIM-16]
};

/**
 * Whether a feature is to be offered: its flag is on [CFG-07 to CFG-11, CFG-19, CFG-20], and the namespace has it.
 *
 * @param namespace Default: the active one.
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
