import type { Address } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { amountOf } from './encodeAccount.js';
import { readToken, type TokenAmount } from './tokenAccounts.js';

/** The balance of one token account of a transaction, before or after it. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: TokenAmount;
}

/** The balances of a transaction's accounts that hold tokens. */
export function tokenBalances(svm: LiteSVM, accountKeys: readonly string[]): readonly TokenBalance[] {
  return accountKeys.flatMap((key, accountIndex) => {
    const account = svm.getAccount(key as Address);
    const token = readToken(account);
    if (!token || !account.exists) return [];
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.programAddress,
        uiTokenAmount: amountOf(svm, token.mint, token.amount),
      },
    ];
  });
}
