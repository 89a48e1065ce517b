import { createRequire } from 'node:module';

/** The parts of bcoin that are used. It has no types of its own. Hashes are hex in reverse byte order, as Bitcoin shows them. */
export interface Bcoin {
  readonly Chain: new (options: object) => Chain;
  readonly Mempool: new (options: object) => Mempool;
  readonly Miner: new (options: object) => Miner;
  readonly Address: { fromScript(script: Script): unknown };
  readonly Script: { fromRaw(raw: Buffer): Script };
  readonly TX: { fromRaw(raw: Buffer): Transaction };
}

interface Script {
  toRaw(): Buffer;
}

/** A transaction. */
export interface Transaction {
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly {
    readonly prevout: { readonly index: number; rhash(): string };
    readonly sequence: number;
  }[];
  readonly outputs: readonly { readonly value: number; readonly script: Script }[];
  txid(): string;
  hash(encoding: 'hex'): string;
  toRaw(): Buffer;
  getSize(): number;
  getWeight(): number;
  isCoinbase(): boolean;
}

/** A block. */
export interface Block {
  readonly time: number;
  readonly txs: readonly Transaction[];
  rhash(): string;
}

interface Opened {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A block of the chain. */
export interface ChainEntry {
  readonly height: number;
}

interface Chain extends Opened {
  readonly tip: ChainEntry;
  getEntryByHeight(height: number): Promise<ChainEntry>;
  /** Resolves only after the listeners. */
  on(event: 'connect' | 'disconnect', listener: (entry: ChainEntry, block: Block) => Promise<void>): void;
  readonly network: { readonly genesis: { readonly time: number } };
  /** Resolves with null for a block that it refuses. */
  add(block: Block): Promise<ChainEntry | null>;
}

interface Mempool extends Opened {
  hasEntry(hash: string): boolean;
  /** Resolves with the missing inputs. @throws An error with the `reason` of the refusal. */
  addTX(transaction: Transaction): Promise<readonly string[] | null>;
  _addBlock(entry: ChainEntry, transactions: readonly Transaction[]): Promise<void>;
  /** The transactions of a block that is no longer on the chain wait again. */
  _removeBlock(entry: ChainEntry, transactions: readonly Transaction[]): Promise<void>;
}

interface Miner extends Opened {
  mineBlock(tip: ChainEntry, address: unknown): Promise<Block>;
}

/** Loads bcoin without its native parts, whose install scripts never run. */
export function loadBcoin(): Bcoin {
  const before = process.env.NODE_BACKEND;
  process.env.NODE_BACKEND = 'js';
  try {
    const bcoin = createRequire(import.meta.url)('bcoin') as Bcoin;
    // bcoin loads its parts at their first use.
    for (const part of ['Chain', 'Mempool', 'Miner', 'Address', 'Script', 'TX'] as const) bcoin[part];
    return bcoin;
  } finally {
    if (before === undefined) delete process.env.NODE_BACKEND;
    else process.env.NODE_BACKEND = before;
  }
}
