import type { RpcService } from '../../rpc/service.js';
import type { IndexStore } from './indexStore.js';
import { type BlockReader, blockReader, type IndexedBlock } from './readBlock.js';
import { readTokenFacts } from './readTokenFacts.js';

/** Blocks that are stored in one step: between two steps the indexer may be told to stop, or lose its turn. */
const BATCH = 50;

/** What a step did. */
export interface IndexerStep {
  /** Blocks that were stored. */
  readonly stored: number;
  /** Transactions in them. */
  readonly transactions: number;
  /** Whether blocks were forgotten because the chain holds them no more. */
  readonly dropped: boolean;
  /** Height that is stored now; undefined: nothing is. */
  readonly head: number | undefined;
  /** Blocks that are still missing. */
  readonly behind: number;
}

export interface ChainIndexerOptions {
  /** CAIP-2 id. */
  readonly chainId: string;
  readonly rpc: RpcService;
  readonly store: IndexStore;
  /** Height to begin with where nothing is stored; undefined: the chain's newest block. */
  readonly from: number | undefined;
  readonly stopped: AbortSignal;
}

/** Follows one chain. */
export interface ChainIndexer {
  /**
   * Brings what is stored closer to the chain: forgets what no longer matches, and stores the next blocks.
   *
   * @param mayGoOn - Asked before each block: a step ends where another replica has taken over.
   * @throws when the chain or the database cannot be asked. What is stored is good all the same.
   */
  step(mayGoOn?: () => Promise<boolean>): Promise<IndexerStep>;
}

export function chainIndexer(options: ChainIndexerOptions): ChainIndexer {
  const { chainId, rpc, store, from, stopped } = options;
  const reader = blockReader(rpc, chainId, stopped);
  const learn = async (block: IndexedBlock) => {
    const moved = block.transactions.flatMap(one => one.movements.map(({ token }) => token));
    const addresses = [...new Set(moved)].filter(token => token !== undefined);
    for (const address of await store.unknownTokens(chainId, addresses)) {
      await store.addToken(chainId, address, await readTokenFacts(rpc, chainId, address, stopped));
    }
  };
  return {
    async step(mayGoOn = async () => true) {
      const dropped = await match(chainId, reader, store);
      const latest = (await reader.header('latest'))?.number ?? -1;
      let head = (await store.head(chainId))?.number;
      const next = head === undefined ? Math.min(from ?? latest, latest) : head + 1;
      let [stored, transactions] = [0, 0];
      for (let number = Math.max(0, next); number <= latest && stored < BATCH; number += 1) {
        if (stopped.aborted || !(await mayGoOn())) break;
        const block = await reader.block(number);
        if (block === undefined) break;
        await learn(block);
        if (!(await store.add(chainId, block))) break;
        head = number;
        stored += 1;
        transactions += block.transactions.length;
      }
      return { stored, transactions, dropped, head, behind: Math.max(0, latest - (head ?? latest)) };
    },
  };
}

/**
 * Forgets what the chain holds no more: all, when it began anew under the same id; else the blocks above the last common
 * one, which is found by halves.
 */
async function match(chainId: string, reader: BlockReader, store: IndexStore): Promise<boolean> {
  const genesis = await reader.header(0);
  if (genesis === undefined) throw new Error(`${chainId} has no first block`);
  const known = await store.genesis(chainId);
  if (known !== genesis.hash) {
    await store.begin(chainId, genesis.hash);
    return known !== undefined;
  }
  const head = await store.head(chainId);
  const isThere = async (number: number, hash: string) => (await reader.header(number))?.hash === hash;
  if (head === undefined || (await isThere(head.number, head.hash))) return false;
  const first = await store.first(chainId);
  let low = (first?.number ?? 0) - 1;
  let high = head.number;
  // What is at `low` is common, what is at `high` is not.
  while (high - low > 1) {
    const block = await store.atOrBelow(chainId, Math.floor((low + high) / 2));
    if (block === undefined) break;
    if (await isThere(block.number, block.hash)) low = Math.floor((low + high) / 2);
    else high = block.number;
  }
  await store.truncate(chainId, low);
  return true;
}
