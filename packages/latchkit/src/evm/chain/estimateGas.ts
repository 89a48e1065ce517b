import { readQuantity, toHex } from '../provider/quantity.js';
import type { Reader } from './createReaders.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';
import type { TransferCall } from './transferCall.js';

/** Gas of a plain payment and of a token payment, for when the chain gives no estimate. */
const PLAIN_GAS = 21_000n;
const TOKEN_GAS = 100_000n;

export interface GasEstimate {
  readonly gas: bigint;
  /** Why the chain would reject the call. */
  readonly refusal?: string;
}

/**
 * Estimates the gas of a call. If the chain would reject the call, returns a typical amount and the reason.
 *
 * @throws when the node cannot be reached.
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
    // Not enough for the fee: the amounts shown next to it are clearer than an error.
    if (LACKS_FUNDS.test(String(error))) return { gas };
    throw error;
  }
}

const LACKS_FUNDS = /insufficient funds|gas required exceeds|exceeds (?:allowance|balance)/i;
