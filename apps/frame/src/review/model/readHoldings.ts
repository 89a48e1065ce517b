import { type Hex, hexToBigInt, isHex, size } from 'viem';
import type { ReviewContext } from './Review.js';

/** What a token's contract reports about an account; undefined fields were not reported. */
export interface Holdings {
  readonly balance: bigint | undefined;
  readonly supply: bigint | undefined;
}

const BALANCE_OF = '0x70a08231';
const TOTAL_SUPPLY = '0x18160ddd';
const ALLOWANCE = '0xdd62ed3e';

/** Reads the signing account's balance of a token and the token's supply. */
export async function readHoldings(token: string, context: ReviewContext): Promise<Holdings> {
  const [balance, supply] = await Promise.all([
    ask(token, BALANCE_OF + word(context.account), context),
    ask(token, TOTAL_SUPPLY, context),
  ]);
  return { balance, supply };
}

/** Reads how much a spender may already take; undefined if the contract did not respond. */
export function readAllowance(
  token: string,
  spender: string,
  context: ReviewContext,
): Promise<bigint | undefined> {
  return ask(token, ALLOWANCE + word(context.account) + word(spender), context);
}

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');

async function ask(token: string, data: string, { read }: ReviewContext): Promise<bigint | undefined> {
  try {
    const answer = await read('eth_call', [{ to: token, data }, 'latest']);
    return isHex(answer) && size(answer) === 32 ? hexToBigInt(answer as Hex) : undefined;
  } catch {
    return undefined;
  }
}
