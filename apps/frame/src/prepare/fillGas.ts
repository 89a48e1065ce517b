import { frameError, isError } from 'latchkit/protocol';
import { type Hex, toHex } from 'viem';
import type { Line } from '../review/model/Review.js';
import type { PrepareContext } from './Prepared.js';
import type { AskedTransaction } from './prepareTransaction.js';
import { quantityOf } from './quantityOf.js';

/** The maximum gas of a transaction: that of a full Ethereum block. */
const MOST = 30_000_000n;

/** The gas limit of a call that the chain can't estimate. */
const UNKNOWN = 500_000n;

/** The exact gas of a plain payment, which needs no margin. */
const PLAIN = 21_000n;

interface Call {
  readonly to: Hex | undefined;
  readonly data: Hex;
  readonly value: bigint;
}

/**
 * Determines the gas limit: the page's, otherwise the chain's estimate plus a fifth, since the state may change before
 * inclusion.
 */
export async function fillGas(
  asked: AskedTransaction,
  { to, data, value }: Call,
  { payload, signer, reader, signal }: PrepareContext,
): Promise<{ readonly gas: bigint; readonly warnings: readonly Line[] }> {
  const given = asked.gas ?? asked.gasLimit;
  if (given !== undefined) {
    const gas = quantityOf(given);
    if (gas > MOST) throw frameError('BAD_MESSAGE');
    return { gas, warnings: [] };
  }
  const call = { from: signer.evm, ...(to ? { to } : {}), data, value: toHex(value) };
  try {
    const estimate = quantityOf(
      await reader.request(payload.chainId, 'eth_estimateGas', [call], signal),
      'INTERNAL',
    );
    const gas = estimate === PLAIN ? estimate : (estimate * 6n) / 5n;
    return { gas: gas < MOST ? gas : MOST, warnings: [] };
  } catch (error) {
    if (isError(error, 'ABORTED')) throw error;
    // The chain would reject it now; the user decides whether to try.
    return { gas: data === '0x' ? PLAIN : UNKNOWN, warnings: [{ text: 'warning.fails' }] };
  }
}
