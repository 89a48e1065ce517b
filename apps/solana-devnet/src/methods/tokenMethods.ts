import { type Address, type EncodedAccount, isSome } from '@solana/kit';
import { z } from 'zod';
import { amountOf, encodeAccount } from '../encodeAccount.js';
import type { Ledger } from '../Ledger.js';
import { invalidParams } from '../RpcError.js';
import { address, config, optional, type RpcMethods, rpcMethod, withContext } from '../RpcMethod.js';
import { readMint, readToken, TOKEN_PROGRAMS } from '../tokenAccounts.js';
import { accountConfig } from './accountMethods.js';

const filter = z.union([z.object({ mint: address }), z.object({ programId: address })]);

/** Methods for tokens of the Token and Token-2022 programs. */
export const tokenMethods: RpcMethods = {
  getTokenAccountBalance: rpcMethod(z.tuple([address, optional(config).optional()]), (ledger, [key]) => {
    const token = readToken(ledger.svm.getAccount(key));
    if (!token) throw invalidParams('could not find account, or not a token account');
    return withContext(ledger, amountOf(ledger.svm, token.mint, token.amount));
  }),
  getTokenSupply: rpcMethod(z.tuple([address, optional(config).optional()]), (ledger, [key]) => {
    const mint = readMint(ledger.svm.getAccount(key));
    if (!mint) throw invalidParams('could not find account, or not a token mint');
    return withContext(ledger, amountOf(ledger.svm, key, mint.supply));
  }),
  getTokenAccountsByOwner: rpcMethod(
    z.tuple([address, filter, optional(accountConfig).optional()]),
    (ledger, [owner, wanted, options]) =>
      withContext(
        ledger,
        tokenAccounts(ledger, programsOf(wanted), token => token.owner === owner && isOf(token, wanted)).map(
          account => answer(ledger, account, options),
        ),
      ),
  ),
  getTokenAccountsByDelegate: rpcMethod(
    z.tuple([address, filter, optional(accountConfig).optional()]),
    (ledger, [delegate, wanted, options]) =>
      withContext(
        ledger,
        tokenAccounts(
          ledger,
          programsOf(wanted),
          token => isSome(token.delegate) && token.delegate.value === delegate && isOf(token, wanted),
        ).map(account => answer(ledger, account, options)),
      ),
  ),
};

type Wanted = z.infer<typeof filter>;
type Token = NonNullable<ReturnType<typeof readToken>>;

function programsOf(wanted: Wanted): readonly Address[] {
  if (!('programId' in wanted)) return TOKEN_PROGRAMS;
  if (!TOKEN_PROGRAMS.includes(wanted.programId)) throw invalidParams('unrecognized Token program id');
  return [wanted.programId];
}

function isOf(token: Token, wanted: Wanted): boolean {
  return !('mint' in wanted) || token.mint === wanted.mint;
}

function tokenAccounts(
  ledger: Ledger,
  programs: readonly Address[],
  accepts: (token: Token) => boolean,
): readonly EncodedAccount[] {
  return programs
    .flatMap(program => ledger.svm.getProgramAccounts(program))
    .filter(account => {
      const token = readToken(account);
      return token !== undefined && accepts(token);
    });
}

function answer(ledger: Ledger, account: EncodedAccount, options: z.infer<typeof accountConfig> | undefined) {
  const encoding = options?.encoding ?? 'base64';
  return {
    pubkey: account.address,
    account: encodeAccount(ledger.svm, account, encoding, options?.dataSlice),
  };
}
