import type { AccountReference, ChainAdapter } from '../core/adapter/ChainAdapter.js';

/** What the adapter can do besides the contract of all adapters. */
export interface PolkadotActions {
  /** Returns a `PolkadotSigner` of polkadot-api for the account. */
  signerOf(account: AccountReference): Promise<unknown>;
}

/** The adapter for Polkadot. */
export type PolkadotAdapter = ChainAdapter<'polkadot'> & PolkadotActions;
