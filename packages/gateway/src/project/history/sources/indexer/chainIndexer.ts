import { boundedMap } from '../../../../platform/boundedMap.js';
import type { RpcService } from '../../../chains/service.js';
import type { IndexStore } from './indexStore.js';
import { type BlockReader, blockReader, type IndexedBlock } from './readBlock.js';
import { readTokenFacts } from './readTokenFacts.js';

/** Blocks per step; between steps, the indexer may be stopped or lose its lease. */
const BATCH = 50;
/** Milliseconds until a token is asked again for its name after it did not answer, and how many such tokens are remembered. */
const RETRY = 10 * 60_000;
const MOST_FAILED = 10_000;
/** Transactions of an unknown form in a block for which other nodes are asked. */
const MOST_ASKED = 8;

/** Result of a step. */
export interface IndexerStep {
  /** Number of stored blocks. */
  readonly stored: number;
  /** Number of transactions in them. */
  readonly transactions: number;
  /** Whether blocks were dropped because they are no longer part of the chain. */
  readonly dropped: boolean;
  /** Last indexed height; undefined: none. */
  readonly head: number | undefined;
  /** Number of missing blocks. */
  readonly behind: number;
}

export interface ChainIndexerOptions {
  /** CAIP-2 id. */
  readonly chainId: string;
  readonly rpc: RpcService;
  readonly store: IndexStore;
  /** First height of a new index; undefined: the chain's newest block. */
  readonly from: number | undefined;
  readonly stopped: AbortSignal;
}

/** Indexes one chain. */
export interface ChainIndexer {
  /**
   * Updates the index: drops blocks that no longer match the chain, and stores the next ones.
   *
   * @param mayGoOn - Called before each block: a step ends when another replica has taken over.
   * @throws when the chain or the database is unreachable. The index stays consistent.
   */
  step(mayGoOn?: () => Promise<boolean>): Promise<IndexerStep>;
}

export function chainIndexer(options: ChainIndexerOptions): ChainIndexer {
  const { chainId, rpc, store, from, stopped } = options;
  const reader = blockReader(rpc, chainId, stopped);
  const failedAt = boundedMap<number>(MOST_FAILED);
  const learn = async (block: IndexedBlock) => {
    const moved = block.transactions.flatMap(one => one.movements.map(({ token }) => token));
    const addresses = [...new Set(moved)].filter(token => token !== undefined);
    for (const address of await store.unknownTokens(chainId, addresses)) {
      const failed = failedAt.get(address);
      if (failed !== undefined && performance.now() - failed < RETRY) continue;
      // Its contract decides what it answers, and must not hold up the blocks.
      const facts = await readTokenFacts(rpc, chainId, address, stopped).catch(() => undefined);
      if (facts) await store.addToken(chainId, address, facts);
      else failedAt.add(address, performance.now());
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
        let asked = 0;
        const block = await reader.block(number, () => ++asked <= MOST_ASKED);
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
 * Drops blocks that are no longer part of the chain: all, if the chain was reset under the same id; else those above the
 * last common block, which a binary search finds.
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
  // The block at `low` is common, the one at `high` isn't.
  while (high - low > 1) {
    const block = await store.atOrBelow(chainId, Math.floor((low + high) / 2));
    if (block === undefined) break;
    if (await isThere(block.number, block.hash)) low = Math.floor((low + high) / 2);
    else high = block.number;
  }
  await store.truncate(chainId, low);
  return true;
}
