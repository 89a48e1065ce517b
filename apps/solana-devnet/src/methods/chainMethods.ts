import { getBase64Encoder, getCompiledTransactionMessageDecoder } from '@solana/kit';
import { z } from 'zod';
import { feeOf } from '../feeOf.js';
import { invalidParams } from '../RpcError.js';
import { address, config, optional, type RpcMethods, rpcMethod, withContext } from '../RpcMethod.js';

const SLOTS_IN_EPOCH = 432_000n;

const none = z.tuple([]).rest(z.unknown());
const configOnly = z.tuple([optional(config).optional()]).rest(z.unknown());

/** Methods for the chain itself. */
export function chainMethods(genesisHash: string): RpcMethods {
  return {
    getHealth: rpcMethod(none, () => 'ok'),
    getVersion: rpcMethod(none, () => ({ 'solana-core': '3.0.0', 'feature-set': 0 })),
    getGenesisHash: rpcMethod(none, () => genesisHash),
    getSlot: rpcMethod(configOnly, (ledger, [options]) => ledger.slotAt(options?.commitment)),
    getBlockHeight: rpcMethod(configOnly, ledger => ledger.slot),
    getEpochInfo: rpcMethod(configOnly, ledger => ({
      absoluteSlot: ledger.slot,
      blockHeight: ledger.slot,
      epoch: ledger.slot / SLOTS_IN_EPOCH,
      slotIndex: ledger.slot % SLOTS_IN_EPOCH,
      slotsInEpoch: SLOTS_IN_EPOCH,
      transactionCount: ledger.transactionCount,
    })),
    getLatestBlockhash: rpcMethod(configOnly, ledger => withContext(ledger, ledger.blockhashes.latest)),
    isBlockhashValid: rpcMethod(z.tuple([z.string(), optional(config).optional()]), (ledger, [blockhash]) =>
      withContext(ledger, ledger.blockhashes.isValid(blockhash)),
    ),
    getMinimumBalanceForRentExemption: rpcMethod(
      z.tuple([z.int().nonnegative(), optional(config).optional()]),
      (ledger, [size]) => ledger.svm.minimumBalanceForRentExemption(BigInt(size)),
    ),
    getRecentPrioritizationFees: rpcMethod(z.tuple([optional(z.array(address)).optional()]), ledger => [
      { slot: ledger.slot, prioritizationFee: 0 },
    ]),
    getFeeForMessage: rpcMethod(z.tuple([z.string(), optional(config).optional()]), (ledger, [text]) => {
      const message = decoded(text);
      const lifetime = 'lifetimeToken' in message ? String(message.lifetimeToken) : '';
      return withContext(ledger, ledger.blockhashes.isValid(lifetime) ? feeOf(message) : null);
    }),
  };
}

function decoded(text: string) {
  try {
    return getCompiledTransactionMessageDecoder().decode(getBase64Encoder().encode(text));
  } catch {
    throw invalidParams('failed to deserialize the message');
  }
}
