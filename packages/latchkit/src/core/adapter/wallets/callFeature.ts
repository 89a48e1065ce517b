import { createError } from '../../../protocol/errors.js';
import type { StandardWallet } from '../ProviderOf.js';

/** The wallet functions whose names are not that of their feature. */
const FUNCTIONS: Readonly<Record<string, string>> = { 'standard:events': 'on' };

/** Whether the wallet has a feature of Wallet Standard now, for example `solana:signMessage`. */
export function hasFeature(wallet: StandardWallet, feature: string): boolean {
  try {
    return typeof functionOf(wallet, feature) === 'function';
  } catch {
    return false;
  }
}

/** Calls a feature of a wallet and returns its result directly; for asynchronous features, use {@link askFeature}. */
function callFeature(wallet: StandardWallet, feature: string, ...inputs: readonly unknown[]): unknown {
  const run = functionOf(wallet, feature);
  if (typeof run === 'function') return run.apply(wallet.features[feature], inputs);
  throw createError('REQUEST_FAILED', { details: `The wallet has no ${feature}.` });
}

/** Calls an asynchronous feature; synchronous errors and results become promises too. */
export async function askFeature(
  wallet: StandardWallet,
  feature: string,
  ...inputs: readonly unknown[]
): Promise<unknown> {
  return callFeature(wallet, feature, ...inputs);
}

/** Subscribes to a wallet; returns a function that unsubscribes. A wallet without events never changes. */
export function followFeature(wallet: StandardWallet, listener: (change: unknown) => void): () => void {
  try {
    const stop = callFeature(wallet, 'standard:events', 'change', listener);
    return () => {
      if (typeof stop === 'function') stop();
    };
  } catch {
    return () => {};
  }
}

/** Returns the wallet's accounts after a change event. */
export function accountsAfter(wallet: StandardWallet, change: unknown): unknown {
  try {
    return (change as { readonly accounts?: unknown } | undefined)?.accounts ?? wallet.accounts;
  } catch {
    return [];
  }
}

function functionOf(wallet: StandardWallet, feature: string): unknown {
  const name = FUNCTIONS[feature] ?? feature.slice(feature.indexOf(':') + 1);
  return (wallet.features[feature] as Partial<Record<string, unknown>> | undefined)?.[name];
}
