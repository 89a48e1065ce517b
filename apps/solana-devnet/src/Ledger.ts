import { EventEmitter } from 'node:events';
import {
  type Address,
  type CompiledTransactionMessage,
  type EncodedAccount,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { BlockhashQueue } from './BlockhashQueue.js';
import { toBase58 } from './base58.js';
import type { LedgerTransaction, TransactionResult } from './LedgerTransaction.js';
import { invalidParams, RPC_CODES, RpcError } from './RpcError.js';
import { withScale } from './tokenAccounts.js';
import { tokenBalances } from './tokenBalances.js';
import { describeError, type TransactionError } from './transactionError.js';
import { failedResult, landedResult, paidFee } from './transactionResult.js';

/** Slots after which a transaction is confirmed and finalized here. On public clusters finalization takes about 32. */
const CONFIRMED_AFTER = 1n;
const FINAL_AFTER = 4n;

/** By commitment. */
const AGES: ReadonlyMap<string, bigint> = new Map([
  ['confirmed', CONFIRMED_AFTER],
  ['finalized', FINAL_AFTER],
]);

/** A transaction received over the wire. */
interface Received {
  readonly wire: Uint8Array;
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage;
  readonly signature: string;
}

/** Events of the chain. */
interface LedgerEvents {
  slot: [slot: bigint];
}

/** A chain: LiteSVM runs the transactions; this class stores slots, blockhashes and the history. */
export class Ledger {
  readonly svm = new LiteSVM().withNativeMints().withTransactionHistory(100_000n).withBlockhashCheck(false);
  readonly events = new EventEmitter<LedgerEvents>().setMaxListeners(0);
  readonly blockhashes: BlockhashQueue;
  readonly #transactions = new Map<string, LedgerTransaction>();
  readonly #byAddress = new Map<string, string[]>();
  #slot = 0n;

  /** @param validSlots - Number of slots for which a blockhash is valid. */
  constructor(validSlots: number) {
    this.blockhashes = new BlockhashQueue(validSlots);
    this.advance();
  }

  get slot(): bigint {
    return this.#slot;
  }

  /** Starts the next slot. */
  advance(): void {
    this.#slot += 1n;
    this.svm.warpToSlot(this.#slot);
    const clock = this.svm.getClock();
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000));
    this.svm.setClock(clock);
    this.blockhashes.advance(this.#slot);
    this.events.emit('slot', this.#slot);
  }

  /** Sets a mint's extension for scaled amounts: the factor 1, and another one from a time on, in seconds. */
  scale(mint: Address, factor: number, from = 0n): void {
    const account = this.svm.getAccount(mint);
    if (!account.exists) throw invalidParams('could not find the mint');
    const scale = { multiplier: 1, newMultiplier: factor, newMultiplierEffectiveTimestamp: from };
    const data = withScale(account.data, scale);
    this.svm.setAccount({ ...account, data, space: BigInt(data.length) });
  }

  /** The newest slot with a commitment. */
  slotAt(commitment: string | undefined): bigint {
    const slot = this.#slot - (AGES.get(commitment ?? '') ?? 0n);
    return slot > 0n ? slot : 0n;
  }

  /** Whether a transaction has a commitment. */
  hasReached({ slot }: LedgerTransaction, commitment: string | undefined): boolean {
    return slot <= this.slotAt(commitment);
  }

  transaction(signature: string): LedgerTransaction | undefined {
    return this.#transactions.get(signature);
  }

  /** Signatures of the transactions that involve an address, newest first. */
  signaturesOf(address: string): readonly string[] {
    return [...(this.#byAddress.get(address) ?? [])].reverse();
  }

  get transactionCount(): number {
    return this.#transactions.size;
  }

  /** The current commitment status of a transaction. */
  statusOf({ slot }: LedgerTransaction): 'processed' | 'confirmed' | 'finalized' {
    const age = this.#slot - slot;
    if (age >= FINAL_AFTER) return 'finalized';
    return age >= CONFIRMED_AFTER ? 'confirmed' : 'processed';
  }

  /**
   * Submits a transaction and returns its signature. Without preflight, one that can't pay or has expired never lands.
   *
   * @throws RpcError -32003 for an invalid signature, -32002 with the logs when the preflight fails.
   */
  submit(wire: Uint8Array, options: { readonly skipPreflight: boolean }): string {
    const received = receive(wire);
    const { transaction, message, signature } = received;
    if (!options.skipPreflight) this.#preflight(received);
    if (this.#transactions.has(signature) || !this.blockhashes.isValid(lifetimeOf(message))) return signature;
    const accountKeys = message.staticAccounts;
    const preBalances = this.#balances(accountKeys);
    const preTokenBalances = tokenBalances(this.svm, accountKeys);
    const outcome = this.svm.sendTransaction(transaction);
    const postBalances = this.#balances(accountKeys);
    const result =
      outcome instanceof FailedTransactionMetadata ? failedResult(outcome) : landedResult(outcome);
    const fee = paidFee(outcome);
    // A transaction that can't pay its fee is never included in a block.
    if (fee === 0n) return signature;
    this.#keep({
      ...result,
      ...received,
      signatures: Object.values(transaction.signatures).map(one => toBase58(one ?? new Uint8Array(64))),
      version: message.version,
      slot: this.#slot,
      blockTime: this.svm.getClock().unixTimestamp,
      fee,
      accountKeys,
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: tokenBalances(this.svm, accountKeys),
    });
    return signature;
  }

  /** Removes a transaction from the history, as if the fork that contains it were abandoned. Balances stay as they are. */
  abandon(signature: string): void {
    this.#transactions.delete(signature);
  }

  /**
   * Lists a transaction under another version: LiteSVM runs none above 0. Its effects and its form stay as they are.
   *
   * @throws RangeError for an unknown signature.
   */
  mark(signature: string, version: number): void {
    const landed = this.#transactions.get(signature);
    if (!landed) throw new RangeError(`${signature} has not landed`);
    this.#transactions.set(signature, { ...landed, version });
  }

  /** Runs a transaction without committing it. Also returns the accounts as they would be afterwards. */
  simulate(
    wire: Uint8Array,
    options: { readonly sigVerify: boolean; readonly replaceRecentBlockhash: boolean },
  ): TransactionResult & { readonly postAccounts: readonly EncodedAccount[] } {
    const { transaction, message } = receive(wire, options.sigVerify);
    if (!options.replaceRecentBlockhash && !this.blockhashes.isValid(lifetimeOf(message))) {
      return { ...notRun('BlockhashNotFound'), postAccounts: [] };
    }
    this.svm.withSigverify(options.sigVerify);
    try {
      const outcome = this.svm.simulateTransaction(transaction);
      return outcome instanceof FailedTransactionMetadata
        ? { ...failedResult(outcome), postAccounts: [] }
        : { ...landedResult(outcome.meta()), postAccounts: outcome.postAccounts() };
    } finally {
      this.svm.withSigverify(true);
    }
  }

  #preflight({ wire, signature }: Received): void {
    const result = this.#transactions.has(signature)
      ? notRun('AlreadyProcessed')
      : this.simulate(wire, { sigVerify: true, replaceRecentBlockhash: false });
    const { err, logs, unitsConsumed, returnData, innerInstructions } = result;
    if (err === null) return;
    if (err === 'SignatureFailure') throw signatureFailure();
    const data = { accounts: null, err, innerInstructions, logs, returnData, unitsConsumed };
    throw new RpcError(
      RPC_CODES.preflightFailure,
      `Transaction simulation failed: ${describeError(err)}`,
      data,
    );
  }

  #keep(landed: LedgerTransaction): void {
    this.#transactions.set(landed.signature, landed);
    for (const key of landed.accountKeys) {
      const known = this.#byAddress.get(key);
      if (known) known.push(landed.signature);
      else this.#byAddress.set(key, [landed.signature]);
    }
  }

  #balances(keys: readonly string[]): readonly bigint[] {
    return keys.map(key => this.svm.getBalance(key as Address) ?? 0n);
  }
}

/** @throws RpcError -32602 for an invalid transaction. */
function receive(wire: Uint8Array, verified = true): Received {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const [first] = Object.values(transaction.signatures);
    if (!first && verified) throw signatureFailure();
    return { wire, transaction, message, signature: toBase58(first ?? new Uint8Array(64)) };
  } catch (error) {
    throw error instanceof RpcError ? error : invalidParams('failed to deserialize the transaction');
  }
}

function signatureFailure(): RpcError {
  return new RpcError(RPC_CODES.signatureVerification, 'Transaction signature verification failure');
}

function lifetimeOf(message: CompiledTransactionMessage): string {
  return 'lifetimeToken' in message ? String(message.lifetimeToken) : '';
}

function notRun(err: TransactionError): TransactionResult {
  return { err, logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [] };
}
