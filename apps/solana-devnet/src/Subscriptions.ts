import { z } from 'zod';
import { encodeAccount } from './encodeAccount.js';
import type { Ledger } from './Ledger.js';
import { accountConfig } from './methods/accountMethods.js';
import { invalidParams, RPC_CODES, RpcError } from './RpcError.js';
import { address, commitment, optional } from './RpcMethod.js';
import { stringify } from './stringify.js';

/** A subscribing socket. */
export interface Subscriber {
  send(text: string): void;
}

interface Subscription {
  readonly subscriber: Subscriber;
  /** Checks the chain after each slot; returns whether the subscription is done. */
  look(): boolean;
}

const RANKS = { processed: 0, confirmed: 1, finalized: 2 } as const;
const signatureParams = z.tuple([
  z.string(),
  optional(z.looseObject({ commitment: commitment.optional() })).optional(),
]);
const accountParams = z.tuple([address, optional(accountConfig).optional()]);

/** The subscriptions of all sockets: to signatures, accounts and slots. */
export class Subscriptions {
  readonly #ledger: Ledger;
  readonly #open = new Map<number, Subscription>();
  #last = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    ledger.events.on('slot', () => this.#lookAll());
  }

  /** Whether this is a subscription method. */
  static knows(method: string): boolean {
    return /^(signature|account|slot)(Subscribe|Unsubscribe)$/.test(method);
  }

  /** @throws RpcError -32602 */
  call(subscriber: Subscriber, method: string, params: readonly unknown[]): unknown {
    if (method.endsWith('Unsubscribe')) return this.#open.delete(Number(params[0]));
    const id = ++this.#last;
    this.#open.set(id, { subscriber, look: this.#looker(id, subscriber, method, params) });
    // Notifications about known facts must follow the response to this request.
    queueMicrotask(() => this.#look(id));
    return id;
  }

  /** Removes a socket's subscriptions. */
  leave(subscriber: Subscriber): void {
    for (const [id, one] of this.#open) if (one.subscriber === subscriber) this.#open.delete(id);
  }

  #lookAll(): void {
    for (const id of [...this.#open.keys()]) this.#look(id);
  }

  #look(id: number): void {
    if (this.#open.get(id)?.look()) this.#open.delete(id);
  }

  #looker(id: number, subscriber: Subscriber, method: string, params: readonly unknown[]): () => boolean {
    const tell = (kind: string, result: unknown) => {
      const notification = {
        jsonrpc: '2.0',
        method: `${kind}Notification`,
        params: { result, subscription: id },
      };
      subscriber.send(stringify(notification));
    };
    if (method === 'signatureSubscribe')
      return this.#signatureLooker(params, result => tell('signature', result));
    if (method === 'accountSubscribe') return this.#accountLooker(params, result => tell('account', result));
    if (method === 'slotSubscribe') return this.#slotLooker(result => tell('slot', result));
    throw new RpcError(RPC_CODES.methodNotFound, 'Method not found');
  }

  #signatureLooker(params: readonly unknown[], tell: (result: unknown) => void): () => boolean {
    const [signature, options] = parsed(signatureParams, params);
    const wanted = rankOf(options?.commitment ?? 'finalized');
    return () => {
      const landed = this.#ledger.transaction(signature);
      if (!landed || RANKS[this.#ledger.statusOf(landed)] < wanted) return false;
      tell({ context: { slot: this.#ledger.slot }, value: { err: landed.err } });
      return true;
    };
  }

  #accountLooker(params: readonly unknown[], tell: (result: unknown) => void): () => boolean {
    const [key, options] = parsed(accountParams, params);
    const read = () => {
      const { svm } = this.#ledger;
      return encodeAccount(svm, svm.getAccount(key), options?.encoding ?? 'base64', options?.dataSlice);
    };
    let known = stringify(read());
    return () => {
      const value = read();
      const text = stringify(value);
      if (text !== known) tell({ context: { slot: this.#ledger.slot }, value });
      known = text;
      return false;
    };
  }

  #slotLooker(tell: (result: unknown) => void): () => boolean {
    let told = this.#ledger.slot;
    return () => {
      const { slot } = this.#ledger;
      if (slot > told) tell({ parent: slot - 1n, root: slot > 32n ? slot - 32n : 0n, slot });
      told = slot;
      return false;
    };
  }
}

function parsed<T>(schema: z.ZodType<T>, params: readonly unknown[]): T {
  const result = schema.safeParse(params);
  if (!result.success) throw invalidParams(result.error.issues[0]?.message ?? 'wrong');
  return result.data;
}

/** The rank of a commitment, by its current or its old name. */
function rankOf(wanted: z.infer<typeof commitment>): number {
  if (wanted === 'processed' || wanted === 'recent') return RANKS.processed;
  return wanted === 'finalized' || wanted === 'max' || wanted === 'root' ? RANKS.finalized : RANKS.confirmed;
}
