import { isRecord } from '../../core/adapter/untrusted.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { Reader } from './createReaders.js';
import { revertOf } from './revertOf.js';

/** Selector of ERC-8056's `uiMultiplier()`, and its decimals (https://eips.ethereum.org/EIPS/eip-8056, read on 29 November 2026). */
const UI_MULTIPLIER = '0xa60bf13d';
const DECIMALS = 18;

/** The factor by which a token's amounts are multiplied when they are shown; undefined: they are shown as they are. */
export async function readFactor(reader: Reader, token: string): Promise<string | undefined> {
  const call = { to: token, data: UI_MULTIPLIER };
  const answer = await reader
    .request({ method: 'eth_call', params: [call, 'latest'] })
    .catch((error: unknown) => {
      // Most tokens have no such function. An outage says nothing about the token.
      if (revertOf(error) || hasFailed(error)) return undefined;
      throw error;
    });
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) return undefined;
  const factor = formatUnits(BigInt(answer), DECIMALS);
  return factor === '0' || factor === '1' ? undefined : factor;
}

/** What nodes say of a call that ends without `REVERT`, as in contracts that were compiled before it existed (EIP-140). */
const FAILED =
  /invalid ?(?:opcode|jump|instruction)|bad (?:instruction|jump)|out ?of ?gas|stack ?(?:over|under)flow|InvalidFEOpcode|OpcodeNotFound/i;
/** Causes that are searched. */
const DEPTH = 8;

function hasFailed(error: unknown): boolean {
  for (let [depth, current] = [0, error]; depth < DEPTH && isRecord(current); depth++) {
    const { message, details, cause } = current;
    if ([message, details].some(text => typeof text === 'string' && FAILED.test(text))) return true;
    current = cause;
  }
  return false;
}
