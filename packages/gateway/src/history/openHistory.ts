import type { Hono } from 'hono';
import { BaseError, type CaipNetworkId } from 'latchkit/protocol';
import type { TokenIcon } from '../chain-data/routes.js';
import type { Token } from '../chain-data/Token.js';
import type { Log } from '../http/jsonLog.js';
import type { Cache } from '../ports/Cache.js';
import type { Database } from '../ports/Database.js';
import type { HistorySource } from '../ports/HistorySource.js';
import type { RpcService } from '../rpc/service.js';
import { type BlockscoutUrls, blockscoutSource } from './blockscout/blockscoutSource.js';
import { chainIndexer } from './indexer/chainIndexer.js';
import { indexSource } from './indexer/indexSource.js';
import { indexStore } from './indexer/indexStore.js';
import { lease } from './indexer/lease.js';
import { type IndexerEvents, runIndexers } from './indexer/runIndexers.js';
import { historyRoutes } from './routes.js';
import { history, keptHistory } from './service.js';
import { solanaSource } from './solana/solanaSource.js';

/** Milliseconds between two looks at a chain, and after which another replica takes over from one that is gone. */
const INTERVAL = 2_000;
const LEASE_LIFE = 15_000;

/** Where histories come from. */
export interface HistorySetup {
  /**
   * EVM chains whose blocks are followed and stored, by CAIP-2 id, and the height to begin with: `newest` for the block
   * that is newest when the chain is first seen.
   */
  readonly index?: Readonly<Partial<Record<CaipNetworkId, number | 'newest'>>>;
  /** Milliseconds between two looks at a chain. Default: 2 000. */
  readonly interval?: number;
  /** Milliseconds after which another replica takes over a chain from one that is gone. Default: 15 000. */
  readonly leaseLife?: number;
  /** Addresses of services that speak Blockscout's API, by CAIP-2 id. They come before the index. */
  readonly blockscout?: BlockscoutUrls;
  /** Further sources. They come first. */
  readonly sources?: readonly HistorySource[];
}

export interface HistoryParts {
  readonly database: Database;
  readonly cache: Cache;
  readonly rpc: RpcService;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
  readonly events: IndexerEvents;
  readonly log: Log;
}

/**
 * Histories of accounts, and the indexers behind them.
 *
 * @throws BaseError `INVALID_SETTING` for a chain that cannot be indexed.
 */
export function openHistory(
  setup: HistorySetup,
  { database, cache, rpc, tokens, icon, events, log }: HistoryParts,
): { readonly routes: Hono; close(): Promise<void> } {
  const { index = {}, interval = INTERVAL, leaseLife = LEASE_LIFE, blockscout = {}, sources = [] } = setup;
  const stop = new AbortController();
  const store = indexStore(database);
  const chains = Object.entries(index).map(([chainId, from]) => {
    if (!chainId.startsWith('eip155:') || !rpc.chainIds.includes(chainId)) {
      throw new BaseError('INVALID_SETTING', `${chainId} is not an EVM chain that this gateway serves`);
    }
    return {
      chainId,
      lease: lease(cache, `indexer:${chainId}`, leaseLife),
      indexer: chainIndexer({
        chainId,
        rpc,
        store,
        from: from === 'newest' ? undefined : from,
        stopped: stop.signal,
      }),
    };
  });
  const running = runIndexers({ chains, interval, stopped: stop.signal, events, log });
  const all = [
    ...sources,
    keptHistory(blockscoutSource(blockscout), cache),
    indexSource(
      store,
      chains.map(({ chainId }) => chainId),
    ),
    keptHistory(solanaSource(rpc, tokens), cache),
  ];
  return {
    routes: historyRoutes({ history: history(all), tokens, icon }),
    close() {
      stop.abort();
      return running;
    },
  };
}
