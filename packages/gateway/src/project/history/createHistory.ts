import { BaseError, type ChainId } from 'latchkit/protocol';
import type { Registry } from 'prom-client';
import type { PictureUrl } from '../../platform/http/PictureUrl.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { Log } from '../../platform/jsonLog.js';
import { lease } from '../../platform/lease.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { Database } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import type { ReadFactors } from '../tokens/ReadFactors.js';
import type { Token } from '../tokens/Token.js';
import type { TokenIcon } from '../tokens/TokenIcon.js';
import { type HistoryRoutesOptions, historyCalls } from './routes.js';
import { history, keptHistory } from './service.js';
import { bitcoinSource } from './sources/bitcoin/bitcoinSource.js';
import { type BlockscoutUrls, blockscoutSource } from './sources/blockscout/blockscoutSource.js';
import type { HistorySource } from './sources/HistorySource.js';
import { chainIndexer } from './sources/indexer/chainIndexer.js';
import { indexMetrics } from './sources/indexer/indexMetrics.js';
import { indexSource } from './sources/indexer/indexSource.js';
import { indexStore } from './sources/indexer/indexStore.js';
import { runIndexers } from './sources/indexer/runIndexers.js';
import { scaledSource } from './sources/scaledSource.js';
import { solanaSource } from './sources/solana/solanaSource.js';

/** Default interval between two checks of a chain, and default lifetime of a lease, in milliseconds. */
const INTERVAL = 2_000;
const LEASE_LIFE = 15_000;

/** Sources of account histories. */
export interface HistorySetup {
  /**
   * EVM chains to index, by CAIP-2 id, with the first height, or `newest` for the newest block when the chain is first
   * indexed.
   */
  readonly index?: Readonly<Partial<Record<ChainId, number | 'newest'>>>;
  /** Milliseconds between two checks of a chain. Default: 2 000. */
  readonly interval?: number;
  /** Milliseconds after which another replica takes over a chain from one that has stopped. Default: 15 000. */
  readonly leaseLife?: number;
  /** URLs of services with the Blockscout API, by CAIP-2 id. They take precedence over the index. */
  readonly blockscout?: BlockscoutUrls;
  /** Additional sources, which take precedence over all others. */
  readonly sources?: readonly HistorySource[];
}

export interface HistoryParts {
  readonly database: Database;
  readonly cache: Cache;
  readonly rpc: RpcService;
  readonly tokens: readonly Token[];
  readonly factors: ReadFactors;
  readonly icon: TokenIcon;
  readonly picture: PictureUrl;
  readonly purchases: HistoryRoutesOptions['purchases'];
  readonly registry: Registry;
  readonly log: Log;
}

/**
 * Creates the account histories, and starts their indexers.
 *
 * @throws BaseError `INVALID_SETTING` for a chain that cannot be indexed.
 */
export function createHistory(
  setup: HistorySetup,
  { database, cache, rpc, tokens, factors, icon, picture, purchases, registry, log }: HistoryParts,
): { readonly handlers: readonly CallHandler[]; close(): Promise<void> } {
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
  const running = runIndexers({
    ...{ chains, interval, log },
    stopped: stop.signal,
    events: indexMetrics(registry),
  });
  const listed = new Set(tokens.map(token => `${token.chainId}:${token.address.toLowerCase()}`));
  const indexed = chains.map(({ chainId }) => chainId);
  const all = [
    ...[...sources, keptHistory(blockscoutSource(blockscout), cache), indexSource(store, indexed)].map(
      source => scaledSource(source, factors, rpc.chainIds, listed),
    ),
    keptHistory(solanaSource(rpc, tokens), cache),
    keptHistory(bitcoinSource(rpc), cache),
  ];
  return {
    handlers: historyCalls({ history: history(all), tokens, icon, picture, purchases }),
    close() {
      stop.abort();
      return running;
    },
  };
}
