import { frameError, isError } from 'latchkit/protocol';
import type { Hex } from 'viem';
import { toHex } from 'viem';
import type { Line } from '../decode/Review.js';
import type { PrepareContext } from './Prepared.js';
import type { AskedTransaction } from './prepareTransaction.js';
import { quantityOf } from './quantityOf.js';

/** The most gas that a transaction may be given: that of a full block of Ethereum. */
const MOST = 30_000_000n;

/** What a call is given that the chain cannot estimate. */
const UNKNOWN = 500_000n;

/** What a plain payment takes, of which nothing needs to be left over. */
const PLAIN = 21_000n;

interface Call {
  readonly to: Hex | undefined;
  readonly data: Hex;
  readonly value: bigint;
}

/** The gas limit: the page's, else the chain's estimate and a fifth more, as the state may change until then. */
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
    // The chain would refuse it now. Whether to try is the visitor's decision.
    return { gas: data === '0x' ? PLAIN : UNKNOWN, warnings: [{ text: 'warning.fails' }] };
  }
}
