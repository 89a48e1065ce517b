import { getBase58Encoder, getBase64Encoder } from '@solana/kit';
import { z } from 'zod';
import { encodeAccount } from '../encodeAccount.js';
import { encodeTransaction } from '../encodeTransaction.js';
import type { Ledger } from '../Ledger.js';
import type { LedgerTransaction } from '../LedgerTransaction.js';
import { invalidParams, unsupportedVersion } from '../RpcError.js';
import {
  address,
  commitment,
  config,
  optional,
  type RpcMethods,
  rpcMethod,
  withContext,
} from '../RpcMethod.js';

/** Maximum size of a transaction in bytes. */
const MOST_BYTES = 1_232;
const MOST_SIGNATURES = 256;
const MOST_HISTORY = 1_000;

const encoding = z.enum(['base58', 'base64']).optional();
const sendConfig = z.looseObject({
  encoding,
  skipPreflight: z.boolean().optional(),
  preflightCommitment: commitment.optional(),
  maxRetries: z.int().nonnegative().optional(),
  minContextSlot: z.int().optional(),
});
const simulateConfig = config.extend({
  encoding,
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
  innerInstructions: z.boolean().optional(),
  accounts: z
    .object({ addresses: z.array(address), encoding: z.enum(['base64', 'jsonParsed']).optional() })
    .optional(),
});
const historyConfig = config.extend({
  limit: z.int().min(1).max(MOST_HISTORY).optional(),
  before: z.string().optional(),
  until: z.string().optional(),
});
const transactionConfig = config.extend({
  encoding: z.enum(['json', 'jsonParsed', 'base58', 'base64']).optional(),
  // A byte, as in the node.
  maxSupportedTransactionVersion: z.int().min(0).max(255).nullish(),
});

/** Methods that send transactions and report their status. */
export const transactionMethods: RpcMethods = {
  sendTransaction: rpcMethod(
    z.tuple([z.string(), optional(sendConfig).optional()]),
    (ledger, [text, options]) =>
      ledger.submit(wireOf(text, options?.encoding), { skipPreflight: options?.skipPreflight ?? false }),
  ),
  simulateTransaction: rpcMethod(
    z.tuple([z.string(), optional(simulateConfig).optional()]),
    (ledger, [text, options]) => simulate(ledger, text, options),
  ),
  getSignatureStatuses: rpcMethod(
    z.tuple([
      z.array(z.string()).max(MOST_SIGNATURES),
      optional(z.looseObject({ searchTransactionHistory: z.boolean().optional() })).optional(),
    ]),
    (ledger, [signatures]) =>
      withContext(
        ledger,
        signatures.map(signature => status(ledger, ledger.transaction(signature))),
      ),
  ),
  getTransaction: rpcMethod(
    z.tuple([z.string(), optional(transactionConfig).optional()]),
    (ledger, [signature, options]) => {
      const landed = ledger.transaction(signature);
      if (!landed || !ledger.hasReached(landed, options?.commitment)) return null;
      const { version } = landed;
      const most = options?.maxSupportedTransactionVersion ?? undefined;
      if (version !== 'legacy' && version > (most ?? -1)) throw unsupportedVersion(version);
      const encoded = encodeTransaction(landed, options?.encoding ?? 'json');
      // Clients that do not name a version do not know the field.
      return most === undefined ? encoded : { ...encoded, version };
    },
  ),
  getSignaturesForAddress: rpcMethod(
    z.tuple([address, optional(historyConfig).optional()]),
    (ledger, [key, options]) => history(ledger, key, options ?? {}),
  ),
};

/** @throws RpcError -32602 */
function wireOf(text: string, kind: 'base58' | 'base64' = 'base58'): Uint8Array {
  try {
    const bytes = (kind === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(text);
    if (bytes.length <= MOST_BYTES) return Uint8Array.from(bytes);
  } catch {
    throw invalidParams(`invalid ${kind} encoding`);
  }
  throw invalidParams(`${kind} encoded transaction too large: max: encoded/raw ${MOST_BYTES} bytes`);
}

function status(ledger: Ledger, landed: LedgerTransaction | undefined): unknown {
  if (!landed) return null;
  const { err, slot } = landed;
  const confirmationStatus = ledger.statusOf(landed);
  return {
    slot,
    confirmations: confirmationStatus === 'finalized' ? null : ledger.slot - slot,
    err,
    confirmationStatus,
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function simulate(
  ledger: Ledger,
  text: string,
  options: z.infer<typeof simulateConfig> | undefined,
): unknown {
  const { sigVerify = false, replaceRecentBlockhash = false, accounts } = options ?? {};
  if (sigVerify && replaceRecentBlockhash) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const result = ledger.simulate(wireOf(text, options?.encoding), { sigVerify, replaceRecentBlockhash });
  return withContext(ledger, {
    err: result.err,
    logs: result.logs,
    unitsConsumed: result.unitsConsumed,
    returnData: result.returnData,
    innerInstructions: options?.innerInstructions ? result.innerInstructions : null,
    accounts:
      accounts?.addresses.map(key => {
        const after = result.postAccounts.find(account => account.address === key);
        return encodeAccount(ledger.svm, after ?? ledger.svm.getAccount(key), accounts.encoding ?? 'base64');
      }) ?? null,
    ...(replaceRecentBlockhash && { replacementBlockhash: ledger.blockhashes.latest }),
  });
}

function history(ledger: Ledger, key: string, options: z.infer<typeof historyConfig>): unknown {
  const all = ledger.signaturesOf(key);
  const start = options.before === undefined ? 0 : all.indexOf(options.before) + 1;
  const after = options.until === undefined ? -1 : all.indexOf(options.until);
  const end = after < 0 ? all.length : after;
  return all.slice(start, Math.min(end, start + (options.limit ?? MOST_HISTORY))).flatMap(signature => {
    const landed = ledger.transaction(signature);
    if (!landed || !ledger.hasReached(landed, options.commitment)) return [];
    const { slot, err, blockTime } = landed;
    return [{ signature, slot, err, memo: null, blockTime, confirmationStatus: ledger.statusOf(landed) }];
  });
}
