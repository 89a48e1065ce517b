import type { EvmTransaction } from '../../core/adapter/Transaction.js';
import type { Reader } from './createReaders.js';
import { estimateGas } from './estimateGas.js';
import { readDataFee } from './readDataFee.js';
import { readFees } from './readFees.js';
import { readQuantity } from './readQuantity.js';
import type { TransferCall } from './transferCall.js';

/**
 * Fee limits for a payment that leaves little more than the fee, because a wallet's more generous limits would make it
 * fail. Empty for other payments: the wallet chooses its own fees.
 */
export async function feeCaps(
  reader: Reader,
  address: string,
  call: TransferCall,
): Promise<Pick<EvmTransaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>> {
  const [available, { gas }, fees, dataFee] = await Promise.all([
    reader.request({ method: 'eth_getBalance', params: [address, 'latest'] }).then(readQuantity),
    estimateGas(reader, address, call),
    readFees(reader),
    readDataFee(reader),
  ]);
  const left = available - call.value - dataFee;
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  if (maxPriorityFeePerGas === undefined || left >= gas * maxFeePerGas * 4n) return {};
  const cap = smaller(left / gas, maxFeePerGas);
  // It can't be paid any more; the wallet reports that itself.
  if (cap <= 0n) return {};
  return {
    gas,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, cap),
  };
}

function smaller(one: bigint, other: bigint): bigint {
  // Math.min does not support bigint.
  return [one, other].reduce((least, next) => (next < least ? next : least));
}
