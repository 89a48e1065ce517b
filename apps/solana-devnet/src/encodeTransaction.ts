import type { CompiledTransactionMessage } from '@solana/kit';
import { toBase58, toBase64 } from './base58.js';
import type { CompiledInstruction, LedgerTransaction } from './LedgerTransaction.js';
import { parseInstruction } from './parseInstruction.js';

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

/** Encodes a landed transaction as `getTransaction` returns it, without its version. */
export function encodeTransaction(landed: LedgerTransaction, encoding: TransactionEncoding): object {
  const { err, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = landed;
  return {
    slot: landed.slot,
    blockTime: landed.blockTime,
    transaction: encoded(landed, encoding),
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee,
      computeUnitsConsumed: landed.unitsConsumed,
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances,
      innerInstructions: landed.innerInstructions.map(({ index, instructions }) => ({
        index,
        instructions:
          encoding === 'jsonParsed'
            ? instructions.map(one => parseInstruction(landed.accountKeys, one))
            : instructions,
      })),
      logMessages: landed.logs,
      loadedAddresses: { readonly: [], writable: [] },
      rewards: [],
      ...(landed.returnData && { returnData: landed.returnData }),
    },
  };
}

function encoded(landed: LedgerTransaction, encoding: TransactionEncoding): unknown {
  const { wire, message, signatures } = landed;
  if (encoding === 'base64') return [toBase64(wire), 'base64'];
  if (encoding === 'base58') return [toBase58(wire), 'base58'];
  const instructions = instructionsOf(message);
  const recentBlockhash = 'lifetimeToken' in message ? message.lifetimeToken : '';
  if (encoding === 'jsonParsed') {
    return {
      signatures,
      message: {
        accountKeys: landed.accountKeys.map((pubkey, index) => ({
          pubkey,
          source: 'transaction',
          ...roleOf(message, index),
        })),
        instructions: instructions.map(one => parseInstruction(landed.accountKeys, one)),
        recentBlockhash,
      },
    };
  }
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  return {
    signatures,
    message: {
      accountKeys: landed.accountKeys,
      header: {
        numRequiredSignatures: numSignerAccounts,
        numReadonlySignedAccounts: numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
      },
      instructions,
      recentBlockhash,
      ...(landed.version === 0 && { addressTableLookups: [] }),
    },
  };
}

function instructionsOf(message: CompiledTransactionMessage): readonly CompiledInstruction[] {
  if (!('instructions' in message)) return [];
  return message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices ?? [],
    data: toBase58(Uint8Array.from(data ?? [])),
    stackHeight: null,
  }));
}

function roleOf(message: CompiledTransactionMessage, index: number): { signer: boolean; writable: boolean } {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const signer = index < numSignerAccounts;
  const writable = signer
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < message.staticAccounts.length - numReadonlyNonSignerAccounts;
  return { signer, writable };
}
