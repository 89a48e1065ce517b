import type { Reader } from '../engine/createReaders.js';
import { readQuantity } from '../engine/readQuantity.js';
import { toHex } from '../engine/toHex.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';
import type { TransferCall } from './transferCall.js';

/** What a payment takes of gas where the chain does not say: a plain one, and one of a token. */
const PLAIN_GAS = 21_000n;
const TOKEN_GAS = 100_000n;

export interface GasEstimate {
  readonly gas: bigint;
  /** Why the chain would not carry it out. */
  readonly refusal?: string;
}

/**
 * The gas of a call. Where the chain would not carry the call out, that of one like it, and why.
 *
 * @throws when the chain cannot be asked.
 */
export async function estimateGas(reader: Reader, from: string, call: TransferCall): Promise<GasEstimate> {
  const { to, value, data } = call;
  const parameters = { from, to, value: toHex(value), ...(data ? { data } : {}) };
  try {
    return { gas: readQuantity(await reader.request({ method: 'eth_estimateGas', params: [parameters] })) };
  } catch (error) {
    const revert = revertOf(error);
    const gas = data ? TOKEN_GAS : PLAIN_GAS;
    if (revert) return { gas, refusal: revert.reason ?? UNKNOWN_REASON };
    // Not enough for the fee: the figures next to it say so better.
    if (LACKS_FUNDS.test(String(error))) return { gas };
    throw error;
  }
}

const LACKS_FUNDS = /insufficient funds|gas required exceeds|exceeds (?:allowance|balance)/i;
