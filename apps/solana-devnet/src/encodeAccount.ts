import type { Address, EncodedAccount, MaybeEncodedAccount } from '@solana/kit';
import { AccountState } from '@solana-program/token';
import type { LiteSVM } from 'litesvm';
import { toBase58, toBase64 } from './base58.js';
import {
  orNull,
  programName,
  readMint,
  readScale,
  readToken,
  type ScaledAmounts,
  type TokenAmount,
  tokenAmount,
} from './tokenAccounts.js';

export type AccountEncoding = 'base58' | 'base64' | 'jsonParsed';

/** Encodes an account as RPC nodes return it; `jsonParsed` supports accounts of the token programs, others stay base64. */
export function encodeAccount(
  svm: LiteSVM,
  account: MaybeEncodedAccount | EncodedAccount,
  encoding: AccountEncoding,
  slice?: { readonly offset: number; readonly length: number } | undefined,
): unknown {
  if ('exists' in account && !account.exists) return null;
  const { lamports, programAddress, executable, data } = account as EncodedAccount;
  const part = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data;
  return {
    lamports,
    owner: programAddress,
    executable,
    rentEpoch: 18_446_744_073_709_551_615n,
    space: data.length,
    data:
      (encoding === 'jsonParsed' ? parsedData(svm, account as EncodedAccount) : undefined) ??
      (encoding === 'base58'
        ? [toBase58(Uint8Array.from(part)), 'base58']
        : [toBase64(Uint8Array.from(part)), 'base64']),
  };
}

function parsedData(svm: LiteSVM, account: EncodedAccount): unknown {
  const program = programName(account.programAddress);
  const space = account.data.length;
  const token = readToken(account);
  if (token) {
    const info = {
      isNative: token.isNative.__option === 'Some',
      mint: token.mint,
      owner: token.owner,
      state: AccountState[token.state]?.toLowerCase(),
      tokenAmount: amountOf(svm, token.mint, token.amount),
    };
    return { program, space, parsed: { type: 'account', info } };
  }
  const mint = readMint(account);
  if (!mint) return undefined;
  const scale = readScale(account);
  const info = {
    decimals: mint.decimals,
    freezeAuthority: orNull(mint.freezeAuthority),
    isInitialized: mint.isInitialized,
    mintAuthority: orNull(mint.mintAuthority),
    supply: mint.supply.toString(),
    ...(scale && { extensions: [{ extension: 'scaledUiAmountConfig', state: shownScale(scale) }] }),
  };
  return { program, space, parsed: { type: 'mint', info } };
}

function shownScale({ multiplier, newMultiplier, newMultiplierEffectiveTimestamp }: ScaledAmounts) {
  return {
    authority: null,
    multiplier: String(multiplier),
    newMultiplier: String(newMultiplier),
    newMultiplierEffectiveTimestamp: Number(newMultiplierEffectiveTimestamp),
  };
}

/** An amount of a mint as it is shown now; without decimals if the mint does not exist. */
export function amountOf(svm: LiteSVM, mint: Address, amount: bigint): TokenAmount {
  const account = svm.getAccount(mint);
  const scale = account.exists ? readScale(account) : undefined;
  const isNext = scale && svm.getClock().unixTimestamp >= scale.newMultiplierEffectiveTimestamp;
  const factor = isNext ? scale.newMultiplier : scale?.multiplier;
  return tokenAmount(amount, readMint(account)?.decimals ?? 0, factor);
}
