import type { StandardAccount } from '../../core/adapter/ProviderOf.js';
import type { WalletAccount } from '../../core/adapter/wallets/AccountWallet.js';
import { solanaChains } from './solanaChains.js';

/** An account of a wallet, read once; `account` is the wallet's own object. */
export interface SolanaAccount extends WalletAccount {
  readonly account: StandardAccount;
}

const MOST_ACCOUNTS = 100;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Returns the Solana accounts in a wallet's list, in order. Malformed ones are skipped. */
export function readAccounts(accounts: unknown): readonly SolanaAccount[] {
  if (!Array.isArray(accounts)) return [];
  return accounts.slice(0, MOST_ACCOUNTS).flatMap(account => {
    const read = readAccount(account);
    return read ? [read] : [];
  });
}

function readAccount(given: unknown): SolanaAccount | undefined {
  try {
    const account = given as StandardAccount;
    const { address } = account;
    const chains = solanaChains(account.chains);
    if (typeof address !== 'string' || !ADDRESS.test(address) || chains.length === 0) return undefined;
    return { address, chains, account };
  } catch {
    return undefined;
  }
}
