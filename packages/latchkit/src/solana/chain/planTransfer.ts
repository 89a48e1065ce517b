import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import { factorOfMint, SOLANA_CLOCK, timeOfClock } from '../../protocol/factorOfMint.js';
import type { AskChain } from './askChain.js';
import { toBase58 } from './base58.js';
import { type AccountAnswer, AccountsAnswer, Integer, TokenAccountsAnswer } from './chainAnswers.js';
import { type Address, findTokenAccount, isTokenProgram } from './tokenPrograms.js';

/** A planned payment, with everything that had to be read from the chain. */
export interface TransferPlan {
  readonly from: Address;
  readonly to: Address;
  /** The account's balance of the asset, and of SOL. */
  readonly available: bigint;
  readonly nativeAvailable: bigint;
  readonly rent: bigint;
  readonly receiverIsContract: boolean;
  /** An account that the transfer lists. */
  readonly reference?: Address | undefined;
  /** Absent for SOL. */
  readonly token?: TokenPlan;
}

export interface TokenPlan {
  readonly mint: Address;
  readonly program: Address;
  readonly decimals: number;
  /** By which its amounts are multiplied when they are shown. Undefined: they are not. */
  readonly factor: string | undefined;
  /** The token accounts of sender and receiver. */
  readonly source: Address;
  readonly destination: Address;
  /** The receiver has no account for the token yet. */
  readonly createsAccount: boolean;
}

export interface PlannedPayment {
  readonly reference?: string | undefined;
  readonly address: string;
  readonly to: string;
  readonly token?: { readonly address: string; readonly decimals: number } | undefined;
}

const BASE64 = { encoding: 'base64', commitment: 'confirmed' };
const PARSED = { encoding: 'jsonParsed', commitment: 'confirmed' };
/** Offset of the decimals in a mint's data. */
const DECIMALS_AT = 44;

/** Reads what a payment depends on. @throws INVALID_ADDRESS when the receiver or the token is invalid. */
export async function planTransfer(ask: AskChain, payment: PlannedPayment): Promise<TransferPlan> {
  const from = payment.address as Address;
  const to = payment.to as Address;
  const reference = payment.reference as Address | undefined;
  if (payment.token)
    return { ...(await planToken(ask, { from, to, mint: payment.token.address as Address })), reference };
  const [sender, receiver] = await readAccounts(ask, [from, to]);
  const available = sender?.lamports ?? 0n;
  return {
    from,
    to,
    available,
    nativeAvailable: available,
    rent: 0n,
    receiverIsContract: receiver?.executable ?? false,
    reference,
  };
}

async function planToken(
  ask: AskChain,
  { from, to, mint }: { readonly from: Address; readonly to: Address; readonly mint: Address },
): Promise<TransferPlan> {
  const [[sender, receiver, minted, clock], { value: held }] = await Promise.all([
    // The factor, and the time from which it counts, as of one slot.
    readAccounts(ask, [from, to, mint, SOLANA_CLOCK]),
    ask('getTokenAccountsByOwner', [from, { mint }, PARSED], TokenAccountsAnswer),
  ]);
  const program = minted?.owner;
  const data = minted && base64.read(minted.data[0]);
  const decimals = data?.[DECIMALS_AT];
  if (!data || !program || !isTokenProgram(program) || decimals === undefined) {
    throw createError('INVALID_ADDRESS', { details: 'The token is not known on this network.' });
  }
  const time = timeOfClock((clock && base64.read(clock.data[0])) ?? new Uint8Array());
  if (time === undefined) throw new TypeError('The chain has no clock');
  const [source] = held
    .filter(({ account }) => account.data.parsed.info.state === 'initialized')
    .sort((one, other) => (amountIn(one) < amountIn(other) ? 1 : -1));
  // A token account given as the receiver is paid directly: tokens sent to an account that it owns would be lost.
  const isAccount = receiver !== undefined && isTokenProgram(receiver.owner);
  const own = isAccount ? undefined : await findTokenAccount({ owner: to, mint, program });
  const destination = own ?? tokenAccountFor(receiver, { to, mint, program });
  const [opened] = own ? await readAccounts(ask, [own]) : [receiver];
  const createsAccount = opened === undefined;
  // Accounts of one mint have the same extensions, and so the same size.
  const space = source?.account.space ?? 165n;
  const rent = createsAccount ? await ask('getMinimumBalanceForRentExemption', [Number(space)], Integer) : 0n;
  return {
    from,
    to,
    available: source ? amountIn(source) : 0n,
    nativeAvailable: sender?.lamports ?? 0n,
    rent,
    receiverIsContract: receiver?.executable ?? false,
    token: {
      mint,
      program,
      decimals,
      factor: factorOfMint(data, time),
      source: (source?.pubkey ?? from) as Address,
      destination,
      createsAccount,
    },
  };
}

type Held = {
  readonly account: {
    readonly data: {
      readonly parsed: { readonly info: { readonly tokenAmount: { readonly amount: bigint } } };
    };
  };
};

const amountIn = ({ account }: Held) => account.data.parsed.info.tokenAmount.amount;

/**
 * Returns the receiver if it is a token account for this mint. @throws INVALID_ADDRESS it belongs to another mint, or is
 * one.
 */
function tokenAccountFor(
  receiver: AccountAnswer | undefined,
  { to, mint, program }: { readonly to: Address; readonly mint: Address; readonly program: string },
): Address {
  const data = receiver && base64.read(receiver.data[0]);
  const ofMint = data && data.length >= 165 && toBase58(data.subarray(0, 32)) === mint;
  if (ofMint && receiver?.owner === program) return to;
  throw createError('INVALID_ADDRESS', { details: 'The receiver is an account for another token.' });
}

async function readAccounts(
  ask: AskChain,
  addresses: readonly string[],
): Promise<readonly (AccountAnswer | undefined)[]> {
  const { value } = await ask('getMultipleAccounts', [addresses, BASE64], AccountsAnswer);
  return value.map(account => account ?? undefined);
}
