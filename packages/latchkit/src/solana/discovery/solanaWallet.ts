import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import type { AccountWallet } from '../../core/adapter/wallets/AccountWallet.js';
import {
  accountsAfter,
  askFeature,
  followFeature,
  hasFeature,
} from '../../core/adapter/wallets/callFeature.js';
import { readAccounts, type SolanaAccount } from './readAccounts.js';

/** A wallet of Wallet Standard with Solana accounts. */
export interface SolanaWallet extends AccountWallet<SolanaAccount> {
  readonly provider: StandardWallet;
}

export function solanaWallet(provider: StandardWallet): SolanaWallet {
  return {
    provider,
    async accounts({ silent }) {
      const answer = await askFeature(provider, 'standard:connect', ...(silent ? [{ silent }] : []));
      const answered = readAccounts((answer as { readonly accounts?: unknown } | undefined)?.accounts);
      return answered.length > 0 ? answered : readAccounts(provider.accounts);
    },
    async disconnect() {
      if (hasFeature(provider, 'standard:disconnect')) await askFeature(provider, 'standard:disconnect');
    },
    follow: listener =>
      followFeature(provider, change => listener(readAccounts(accountsAfter(provider, change)))),
  };
}
