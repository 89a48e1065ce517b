import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import { createError } from '../../protocol/errors.js';

/** The wallet functions that are used, by feature. */
const FUNCTIONS = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
  'solana:signIn': 'signIn',
} as const;

export type FeatureName = keyof typeof FUNCTIONS;

/** Whether the wallet has a feature now. */
export function hasFeature(wallet: StandardWallet, feature: FeatureName): boolean {
  try {
    return typeof functionOf(wallet, feature) === 'function';
  } catch {
    return false;
  }
}

/** Calls a feature of a wallet and returns its result directly; for asynchronous features, use {@link askFeature}. */
export function callFeature(
  wallet: StandardWallet,
  feature: FeatureName,
  ...inputs: readonly unknown[]
): unknown {
  const run = functionOf(wallet, feature);
  if (typeof run === 'function') return run.apply(wallet.features[feature], inputs);
  throw createError('REQUEST_FAILED', { details: `The wallet has no ${feature}.` });
}

/** Calls an asynchronous feature; synchronous errors and results become promises too. */
export async function askFeature(
  wallet: StandardWallet,
  feature: FeatureName,
  ...inputs: readonly unknown[]
): Promise<unknown> {
  return callFeature(wallet, feature, ...inputs);
}

function functionOf(wallet: StandardWallet, feature: FeatureName): unknown {
  return (wallet.features[feature] as Partial<Record<string, unknown>> | undefined)?.[FUNCTIONS[feature]];
}
