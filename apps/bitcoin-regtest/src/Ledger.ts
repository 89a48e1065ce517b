import type { Block, Transaction } from './bcoin.js';

/** Where a transaction is in the chain. */
export interface Mined {
  readonly height: number;
  readonly hash: string;
  /** Unix time in seconds. */
  readonly time: number;
}

/** An output. */
export interface Output {
  /** Hex. */
  readonly script: string;
  /** In sats. */
  readonly value: number;
}

/** An input with the output that it spends; undefined in a coinbase transaction. */
export interface Input {
  readonly txid: string;
  readonly index: number;
  readonly sequence: number;
  readonly spent: Output | undefined;
}

/** A known transaction. */
export interface Entry {
  readonly txid: string;
  readonly transaction: Transaction;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  /** Undefined while it is unconfirmed. */
  mined: Mined | undefined;
}

/** An unspent output. */
export interface Coin extends Output {
  readonly txid: string;
  readonly index: number;
  readonly isCoinbase: boolean;
  readonly mined: Mined | undefined;
}

/** What the node accepted, indexed by script: bcoin itself knows no addresses of Taproot. */
export class Ledger {
  readonly blocks: Mined[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #byScript = new Map<string, Entry[]>();
  readonly #spent = new Set<string>();

  find(txid: string): Entry | undefined {
    return this.#entries.get(txid);
  }

  /** The transactions that pay to a script or spend from it, newest first. */
  of(script: string): readonly Entry[] {
    return (this.#byScript.get(script) ?? []).toSorted((one, other) => depthOf(other) - depthOf(one));
  }

  /** The unspent outputs of a script. */
  coins(script: string): readonly Coin[] {
    return this.of(script).flatMap(({ txid, outputs, mined, transaction }) =>
      outputs.flatMap((output, index) =>
        output.script === script && !this.#spent.has(`${txid}:${index}`)
          ? [{ ...output, txid, index, mined, isCoinbase: transaction.isCoinbase() }]
          : [],
      ),
    );
  }

  addBlock(block: Block, height: number): void {
    const mined = { height, hash: block.rhash(), time: block.time };
    this.blocks[height] = mined;
    for (const transaction of block.txs) this.add(transaction).mined = mined;
  }

  /** Its transactions wait for another block. */
  removeBlock(block: Block): void {
    for (const transaction of block.txs) {
      const entry = this.#entries.get(transaction.txid());
      if (entry) entry.mined = undefined;
    }
  }

  /** Adds a transaction whose inputs are known. */
  add(transaction: Transaction): Entry {
    const txid = transaction.txid();
    const known = this.#entries.get(txid);
    if (known) return known;
    const outputs = transaction.outputs.map(({ value, script }) => ({
      value,
      script: script.toRaw().toString('hex'),
    }));
    const inputs = transaction.inputs.map(({ prevout, sequence }) => {
      const from = { txid: prevout.rhash(), index: prevout.index };
      this.#spent.add(`${from.txid}:${from.index}`);
      return { ...from, sequence, spent: this.#entries.get(from.txid)?.outputs[from.index] };
    });
    const entry: Entry = { txid, transaction, inputs, outputs, mined: undefined };
    this.#entries.set(txid, entry);
    const scripts = new Set(
      [...outputs, ...inputs.flatMap(({ spent }) => spent ?? [])].map(one => one.script),
    );
    for (const script of scripts) {
      const entries = this.#byScript.get(script) ?? [];
      entries.push(entry);
      this.#byScript.set(script, entries);
    }
    return entry;
  }
}

/** Unconfirmed transactions are above the chain. */
function depthOf({ mined }: Entry): number {
  return mined?.height ?? Number.MAX_SAFE_INTEGER;
}
