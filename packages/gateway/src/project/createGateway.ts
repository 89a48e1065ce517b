import { Hono, type MiddlewareHandler } from 'hono';
import { type ChainId, openRelayRequest } from 'latchkit/protocol';
import * as z from 'zod';
import { memoryCache } from '../platform/adapters/memory/memoryCache.js';
import { memoryPubSub } from '../platform/adapters/memory/memoryPubSub.js';
import { requireWritable } from '../platform/adapters/requireWritable.js';
import { createMetrics, type Metrics } from '../platform/createMetrics.js';
import { answerError, type ReportError, toGatewayError } from '../platform/http/answerError.js';
import {
  type ClientAddress,
  callerAddress,
  clientAddress,
  clientIp,
} from '../platform/http/clientAddress.js';
import { DEVELOPMENT_PATHS, developmentOnly } from '../platform/http/developmentOnly.js';
import { HttpError } from '../platform/http/HttpError.js';
import { healthRoutes, type ReadyChecks } from '../platform/http/healthRoutes.js';
import { type AccountOf, limitRequests } from '../platform/http/limitRequests.js';
import { DEFAULT_LIMITS, type Limits } from '../platform/http/limits.js';
import { limitVendors } from '../platform/http/limitVendors.js';
import { METRICS_REQUEST, metricsRoutes } from '../platform/http/metricsRoutes.js';
import { observe } from '../platform/http/observe.js';
import { openApiDocument } from '../platform/http/openApiDocument.js';
import { OPERATOR_PATHS, operatorRequests } from '../platform/http/operatorRequests.js';
import type { PictureUrl } from '../platform/http/PictureUrl.js';
import { type RateLimiter, rateLimiter } from '../platform/http/rateLimiter.js';
import { securityHeaders } from '../platform/http/securityHeaders.js';
import type { CallHandler } from '../platform/http/serveCalls.js';
import { storageFloors, storageQuotas } from '../platform/http/storageQuotas.js';
import { timeLimit } from '../platform/http/timeLimit.js';
import { createTraffic, type Traffic } from '../platform/http/traffic.js';
import { errorFields, type Log } from '../platform/jsonLog.js';
import { migrate } from '../platform/migrate.js';
import type { PermissionRecords } from '../platform/PermissionRecords.js';
import type { Cache } from '../platform/ports/Cache.js';
import type { Database } from '../platform/ports/Database.js';
import type { PubSub } from '../platform/ports/PubSub.js';
import type { ChainBundlers } from './aa/bundlerSettings.js';
import { type AaService, aaService } from './aa/service.js';
import { sponsorshipStore } from './aa/sponsorshipStore.js';
import { analyticsMetrics } from './analytics/analyticsMetrics.js';
import { analyticsCalls } from './analytics/routes.js';
import { analyticsService } from './analytics/service.js';
import { eventStore } from './analytics/store.js';
import { type PictureRequest, type Pictures, pictures } from './assets/pictures.js';
import { pictureCalls } from './assets/routes.js';
import type { ImageService } from './assets/service.js';
import { type Balances, balances } from './balances/balances.js';
import { factorReader } from './balances/readBalances.js';
import { balanceCalls } from './balances/routes.js';
import { bitcoinCalls } from './bitcoin/routes.js';
import { bitcoin } from './bitcoin/service.js';
import { callFastPath, type FastPath } from './chains/callFastPath.js';
import { chainMetrics } from './chains/chainMetrics.js';
import { DEVELOPMENT_UPSTREAMS } from './chains/defaultUpstreams.js';
import { answerRpcError, rpcCalls } from './chains/routes.js';
import { type RpcService, rpcService } from './chains/service.js';
import { type UpstreamUrls, upstreams } from './chains/upstreams.js';
import { usedWithoutNode } from './chains/usedWithoutNode.js';
import { DEVELOPMENT_POOL_CHAINS, POOL_CHAINS, type PoolChain } from './convert/pools/poolChains.js';
import { poolPriceSource } from './convert/pools/poolPriceSource.js';
import { poolsEngine } from './convert/pools/poolsEngine.js';
import { convertCalls } from './convert/routes.js';
import type { SwapEngine } from './convert/SwapEngine.js';
import { swaps } from './convert/service.js';
import type { ListedWallet } from './directory/ListedWallet.js';
import { walletDirectory } from './directory/walletDirectory.js';
import { type FarcasterRelaySetup, farcasterCalls } from './farcaster/routes.js';
import { createHistory, type HistorySetup } from './history/createHistory.js';
import { migrations } from './migrations.js';
import type { CcipRequest } from './names/ccipRequest.js';
import { ENS_RESOLVERS, type EnsResolvers, identities } from './names/identities.js';
import { nameCalls } from './names/routes.js';
import { profiles } from './names/service.js';
import type { OnrampVendors } from './onramp/onrampSettings.js';
import { onrampCalls } from './onramp/routes.js';
import { openOnramp } from './openOnramp.js';
import { openPayments, type PaymentsSetup } from './payments/openPayments.js';
import { permissionCalls } from './permissions/routes.js';
import { permissionRecords } from './permissions/service.js';
import { permissionStore } from './permissions/store.js';
import { createNames, type NamesSetup } from './profile/createNames.js';
import type { NameRegistry } from './profile/nameRegistry.js';
import { developmentProject } from './projects/developmentProject.js';
import { NETWORK_RELAY } from './projects/NetworkRelay.js';
import { serveProjectCalls } from './projects/projectCalls.js';
import { projectCalls, type SocialsOf } from './projects/routes.js';
import { PROJECT_CHANGES, type ProjectService, projectService } from './projects/service.js';
import { type ProjectStore, projectStore } from './projects/store.js';
import { storeOfMode } from './projects/storeOfMode.js';
import type { Relay } from './relay/createRelay.js';
import { gatewayRelay, type RelaySetup } from './relay/gatewayRelay.js';
import { relayRoutes } from './relay/routes.js';
import { createSignIn } from './siwx/createSignIn.js';
import { developmentTokens } from './tokens/developmentTokens.js';
import { type ListedTokens, listedTokens } from './tokens/listedTokens.js';
import type { PriceSource } from './tokens/PriceSource.js';
import { type Prices, prices } from './tokens/prices.js';
import { priceCalls } from './tokens/routes.js';
import type { Token } from './tokens/Token.js';
import type { TokenIcon } from './tokens/TokenIcon.js';
import { tokenList } from './tokens/tokenList.js';
import { recordMode } from './usedModes.js';

export interface GatewayOptions {
  /** Stores projects and events. `createGateway` migrates it; the caller opens and closes it. */
  readonly database: Database;
  /** Stores rate limits and short-lived responses; replicas share it. Default: in the memory of this process. */
  readonly cache?: Cache;
  /** Message channels between replicas. Default: this process only. */
  readonly pubSub?: PubSub;
  /** Node URLs by CAIP-2 id. */
  readonly upstreams?: UpstreamUrls;
  /** Whether networks without URLs use a public node. Default: in development mode. */
  readonly publicNodes?: boolean | undefined;
  /** Serves the development project (32 zeros) and the development chains. Default: false. */
  readonly developmentMode?: boolean;
  /** Time limit of a request to a node, in milliseconds. Default: 10 000. */
  readonly upstreamTimeout?: number;
  /** Time limit of a request to the gateway, in milliseconds. Default: 30 000. */
  readonly requestTimeout?: number;
  /** Rate limits. Default: 6 000 requests a minute per address, 600 000 per project. */
  readonly limits?: Partial<Limits>;
  /** What callers without a login may store. Default: 100 MB of events per project and day, for 90 days. */
  readonly storage?: StorageSettings | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, networks, or `loopback`. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Bearer token for `/metrics`. Default: metrics are off, except in development. */
  readonly metricsToken?: string;
  /** Adds metrics of this process to `/metrics`; only for one gateway per process. Default: false. */
  readonly metricsOfProcess?: boolean;
  /** Tokens whose balances are read. Default: a list of widely held tokens. */
  readonly tokens?: readonly Token[];
  /** Wallets added to the directory. One with the id of a built-in wallet replaces it. Default: none. */
  readonly wallets?: readonly ListedWallet[];
  /** Source of fiat prices. Default: US dollars from the pools on the chains. */
  readonly priceSource?: PriceSource;
  /** Services for swaps, asked first on the chains that they serve. Default: none; swaps use the pools on the chain. */
  readonly swapEngines?: (rpc: Pick<RpcService, 'call'>) => readonly SwapEngine[];
  /** Bundlers and paymasters of smart accounts, by CAIP-2 id. Default: none. */
  readonly bundlers?: ChainBundlers;
  /**
   * The private key that signs the operations of permissions; undefined while the wallet service is not open. Default: none, and no
   * permissions.
   */
  readonly cosignerKey?: () => Uint8Array | undefined;
  /** Universal resolvers of ENS, in addition to those of Ethereum and Sepolia. */
  readonly ensResolvers?: EnsResolvers;
  /**
   * Requests the servers that the contracts of names point to (CCIP-Read, EIP-3668). Default: no requests, and names that
   * need them are not found.
   */
  readonly ccipRead?: CcipRequest;
  /** Fetches pictures that records of names and of NFTs point to. Default: no requests, and none are shown. */
  readonly pictures?: PictureRequest;
  /** Registers names for accounts. Default: none are registered. */
  readonly names?: NamesSetup | undefined;
  /** URL at which browsers reach the gateway, used in image URLs. Default: the URL of each request. */
  readonly publicUrl?: string;
  /** The WalletConnect relay. Default: a relay with a mailbox in memory. */
  readonly relay?: RelaySetup;
  /** Sources of account histories. Default: nodes for Solana; no history on EVM. */
  readonly history?: HistorySetup;
  /** Finds the login providers that a project can use. Default: not known. */
  readonly socialsOf?: SocialsOf;
  /** Counts what callers use, over all services of the process. Default: of this gateway. */
  readonly traffic?: Traffic;
  /** Writes log records, among them one for every request. Default: no log. */
  readonly log?: Log;
  /** The relay of Sign In With Farcaster. Default: none. */
  readonly farcaster?: FarcasterRelaySetup | undefined;
  /** Services that sell currencies, with the operator's keys. Default: none; in development an exchange stands in for them. */
  readonly onramp?: OnrampVendors;
  /** Payments that the gateway watches. */
  readonly payments?: PaymentsSetup;
  /** The development inbox; undefined: emails are sent. */
  readonly inbox?: Hono;
  /** Receives unexpected errors; callers only see `INTERNAL_ERROR`. Default: `console.error`. */
  readonly onError?: ReportError;
}

export interface StorageSettings {
  /** Bytes of events per project and day. */
  readonly eventBytes?: number;
  /** Days for which events are kept; 0: until somebody deletes them. */
  readonly eventDays?: number;
}

/** Default time limit of a request, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Version of the HTTP contract, not of the package. */
const VERSION = '1.0.0';

const SERVICE = {
  title: 'Latchkit gateway',
  description:
    'Project configuration, wallet directory, images, analytics, chain access, chain data, names, swaps, purchases, payments, sign-in, and a relay.',
};

/** A gateway: `app.fetch` handles requests on any server with the Fetch API. */
export interface Gateway {
  readonly app: Hono;
  /** Handles common chain calls directly on Node's server: the same results as `app` with less overhead. */
  readonly fastPath: FastPath;
  /** Reads and writes projects; a change applies to all replicas at once. */
  readonly projects: ProjectStore;
  /** Projects as the gateway and the wallet service read them. */
  readonly projectService: ProjectService;
  readonly rpc: RpcService;
  readonly tokens: ListedTokens;
  /** What accounts hold, for the wallet service. */
  readonly balances: Balances;
  /** Registered names, for the wallet service. */
  readonly names: Pick<NameRegistry, 'ofAddress'>;
  /** Bundlers and paymasters, for the wallet service. */
  readonly aa: AaService;
  /** Permissions of accounts, for the wallet service. */
  readonly permissions: PermissionRecords;
  readonly metrics: Metrics;
  /** Handles WebSocket handshakes at `/relay`; close it before `close`. */
  readonly relay: Relay;
  /** Ends responses that last, such as server-sent events; call it before the listener closes, which would wait for them. */
  endStreams(): void;
  /** Aborts requests to nodes. Resolves when the indexers and watchers have stopped using the database. Further calls do nothing. */
  close(): Promise<void>;
}

/**
 * Creates a gateway and migrates its database.
 *
 * @throws BaseError `DATA_NEWER`, `MIGRATION_CHANGED`, `INVALID_UPSTREAM` or `INVALID_SETTING`.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, developmentMode = false, upstreamTimeout = 10_000, onError = console.error } = options;
  const { cache = memoryCache(), pubSub = memoryPubSub(), log = () => {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const chains = upstreams(options.upstreams ?? {}, developmentMode, options.publicNodes);
  const address = clientAddress(options.trustedProxies ?? [], log);
  const traffic = options.traffic ?? createTraffic(options.trustedProxies);
  await migrate(database, migrations);
  await recordMode(database, developmentMode);
  const warned = warnOfChains(database, chains, log);
  const store = storeOfMode(
    projectStore(database, id => pubSub.publish(PROJECT_CHANGES, id)),
    developmentMode,
  );
  if (developmentMode) await store.seed(developmentProject);

  const metrics = createMetrics(options.metricsOfProcess ?? false);
  metrics.connections.databaseIs('gateway', database);
  for (const one of [cache, pubSub, options.relay?.mailbox ?? {}]) metrics.connections.redisIs(one);
  const limiterEvents = {
    refused: metrics.rateLimited,
    degraded: (error: unknown) => log('warn', 'cache_away', errorFields(error)),
  };
  const limiter = rateLimiter(cache, limiterEvents);
  const projects = await projectService(store, pubSub, developmentMode);
  const { images, handlers: directory } = walletDirectory({ database, wallets: options.wallets });
  const { registry } = metrics;
  traffic.register(registry);
  const { upstreamAsked: onUpstream, coalesced: onShared, unreadItem } = chainMetrics(registry);
  const rpc = rpcService({ chains, timeout: upstreamTimeout, onUpstream, onShared });
  const tokens = tokensOf(options);
  const icon = tokenIcon(images, options.publicUrl);
  const kept = pictures(cache, options.pictures);
  const picture = pictureUrl(kept, options.publicUrl);
  const { priceSource } = options;
  const fiat = prices(
    priceSource ?? poolPriceSource(POOL_CHAINS, rpc),
    priceSource ? 'service' : 'pools',
    cache,
    error => log('warn', 'prices_away', errorFields(error)),
  );
  const held = balances({ rpc, cache, prices: fiat, tokens });
  const histories = createHistory(options.history ?? {}, {
    database,
    cache,
    rpc,
    tokens,
    factors: factorReader(rpc),
    icon,
    picture,
    purchases: (projectId, ids) => purchases.onramp.orders(projectId, ids),
    registry,
    log,
  });
  const { storage = {} } = options;
  const quotas = storageQuotas({
    cache,
    events: limiterEvents,
    floorOf: storageFloors(database),
    eventBytes: storage.eventBytes,
  });
  const analytics = analyticsService({
    store: eventStore(database),
    quotas,
    stored: analyticsMetrics(registry).eventsStored,
    days: storage.eventDays,
  });

  const { publicUrl } = options;
  const signIn = createSignIn({ database, rpc, limiter, limits, address, publicUrl, registry, quotas });
  const names = createNames({
    database,
    setup: options.names,
    publicUrl,
    now: () => Date.now(),
    address,
    quotas,
    ...signIn,
  });
  const engines = [...(options.swapEngines?.(rpc) ?? []), poolsEngine(poolChains(options), rpc)];
  const vendorLimit = limitVendors(traffic, metrics.rateLimited);
  const chainData = chainDataOf(options, {
    rpc,
    cache,
    tokens,
    icon,
    picture,
    engines,
    fiat,
    held,
    names: names.registry,
    vendorLimit,
  });
  const purchases = openOnramp({
    database,
    pubSub,
    cache,
    rpc,
    log,
    developmentMode,
    vendors: options.onramp ?? {},
    deliver: request => app.fetch(request),
  });
  const paid = await openPayments(options.payments ?? {}, {
    database,
    cache,
    rpc,
    developmentMode,
    log,
    unreadItem,
  });
  const aa = aaService({
    bundlers: options.bundlers ?? {},
    rpc,
    projects,
    store: sponsorshipStore(database),
    log,
    tokensOf: chainId => tokens.filter(token => token.chainId === chainId),
    allowsStandIns: developmentMode,
    ...(options.cosignerKey ? { cosignerKey: options.cosignerKey } : {}),
    // Who can move the price of a pool must not set what a project pays.
    nativePrice: async (chainId, gone) => priceSource && (await fiat.of([chainId], 'usd', gone)).get(chainId),
  });
  const permissions = permissionStore(database);
  const handlers = [
    ...projectCalls(
      projects,
      options.socialsOf ?? (async () => undefined),
      purchases.onramp.providers(undefined).map(({ id }) => id),
      options.relay?.network ?? NETWORK_RELAY,
    ),
    ...analyticsCalls(analytics, address),
    ...(options.farcaster ? farcasterCalls(options.farcaster, cache) : []),
    ...directory,
    ...pictureCalls(kept),
    ...chainData,
    ...histories.handlers,
    ...signIn.handlers,
    ...names.handlers,
    ...onrampCalls({
      onramp: purchases.onramp,
      clientIp: clientIp(options.trustedProxies ?? []),
      address,
      quotas,
      traffic,
      limit: vendorLimit,
      publicUrl,
    }),
    ...paid.handlers,
    ...permissionCalls({ ...signIn, store: permissions, aa, address, quotas, publicUrl }),
    ...rpcCalls({
      rpc,
      traffic,
      limiter,
      limits,
      address,
      swaps: [...new Set(engines.flatMap(engine => engine.chains()))].filter(id => rpc.chainIds.includes(id)),
    }),
  ];
  const app = baseApp(options, handlers, {
    metrics,
    log,
    onError,
    limiter,
    limits,
    address,
    traffic,
    accountOf: signIn.accountOf,
  });
  if (purchases.pages) app.route('/', purchases.pages);
  app.route('/', serveProjectCalls(handlers, projects));
  await purchases.resume();
  app.route('/', relayRoutes());
  const timeout = options.requestTimeout ?? REQUEST_TIMEOUT;
  const caller = callerAddress(options.trustedProxies ?? []);
  const fastPath = callFastPath({
    rpc,
    projects,
    traffic,
    limiter,
    limits,
    address: caller,
    metrics,
    log,
    onError,
    timeout,
  });
  const relay = gatewayRelay({
    setup: options.relay ?? {},
    projects,
    pubSub,
    registry,
    limiter,
    perAddress: limits.perAddress,
    trustedProxies: options.trustedProxies ?? [],
    publicUrl: options.publicUrl,
    developmentMode,
    log,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    purchases.close();
    closing ??= Promise.all([histories.close(), paid.close(), warned, projects.close().catch(onError)]).then(
      () => {},
    );
    rpc.close();
    return closing;
  };
  const known = listedTokens(tokens, images);
  return {
    app,
    fastPath,
    projects: store,
    projectService: projects,
    rpc,
    tokens: known,
    balances: held,
    names: names.registry,
    aa,
    permissions: permissionRecords(permissions),
    metrics,
    relay,
    endStreams: purchases.endStreams,
    close,
  };
}

interface BaseParts {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onError: ReportError;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
  readonly traffic: Traffic;
  readonly accountOf: AccountOf;
}

/** Adds what precedes every call (errors, log, headers, limits), and the endpoints that are exempt from limits. */
function baseApp(options: GatewayOptions, handlers: readonly CallHandler[], parts: BaseParts): Hono {
  const { metrics, log, onError, limiter, limits, address, traffic, accountOf } = parts;
  const document = documentOf(handlers);
  const app = new Hono();
  answerAll(app, handlers, onError);
  app.use(observe(metrics, log));
  app.use(securityHeaders);
  app.route(
    '/',
    healthRoutes(readyChecks(options), () => ({ status: 'ok' })),
  );
  const hasOpenMetrics = options.developmentMode === true && options.metricsToken === undefined;
  if (options.developmentMode) {
    app.use(DEVELOPMENT_PATHS, developmentOnly);
    if (hasOpenMetrics) app.use(METRICS_REQUEST.call.path, developmentOnly);
  }
  if (options.inbox !== undefined) app.route('/', options.inbox);
  app.route('/', metricsRoutes(metrics, options.metricsToken, hasOpenMetrics));
  app.get(OPERATOR_PATHS.document, context => {
    context.header('Access-Control-Allow-Origin', '*');
    return context.json(document());
  });
  app.use(timeLimit(options.requestTimeout ?? REQUEST_TIMEOUT));
  app.use(limitRequests(limiter, limits, address, traffic, accountOf));
  return app;
}

/** Describes the calls that are served. */
function documentOf(handlers: readonly CallHandler[]) {
  const requests = [
    ...operatorRequests('Whether the process lives', z.object({ status: z.literal('ok') })),
    METRICS_REQUEST,
    ...handlers.map(({ request }) => request),
    openRelayRequest,
  ];
  return openApiDocument(VERSION, { ...SERVICE, requests });
}

/** The checks of `/readyz`. A relay with replicas depends on the shared cache. */
function readyChecks({ database, cache, relay }: GatewayOptions): ReadyChecks {
  const isShared = relay?.hasReplicas === true && cache !== undefined;
  return {
    database: () => requireWritable(database),
    ...(isShared && { redis: () => cache.set('ready', '1', 1_000) }),
  };
}

/** Tokens with a known symbol and contract. */
function tokensOf({ tokens, developmentMode = false }: GatewayOptions): readonly Token[] {
  return tokens ?? (developmentMode ? [...tokenList, ...developmentTokens] : tokenList);
}

interface ChainDataParts {
  readonly rpc: RpcService;
  readonly cache: Cache;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
  readonly picture: PictureUrl;
  readonly engines: readonly SwapEngine[];
  readonly fiat: Prices;
  readonly names: NameRegistry;
  readonly held: Balances;
  readonly vendorLimit: MiddlewareHandler;
}

/** The calls for what the gateway reads from the chains: names, balances, fee rates, prices and swaps. */
function chainDataOf(
  options: GatewayOptions,
  { rpc, cache, tokens, icon, picture, engines, fiat, held, names: registry, vendorLimit }: ChainDataParts,
): readonly CallHandler[] {
  const ens = {
    resolvers: { ...ENS_RESOLVERS, ...options.ensResolvers },
    ccipRead: options.ccipRead,
  };
  return [
    ...nameCalls(
      identities(registry, rpc, cache, ens),
      profiles({ registry, rpc, cache, ...ens, chainId: chainOfNames(options) }),
      picture,
    ),
    ...balanceCalls(held, icon),
    ...bitcoinCalls(bitcoin({ rpc, cache })),
    ...priceCalls({ prices: fiat, tokens, icon }),
    ...convertCalls({
      swaps: swaps(engines, rpc),
      tokens,
      icon,
      limit: vendorLimit,
    }),
  ];
}

/** The chains with pools, of those in the gateway's data. */
function poolChains({ developmentMode = false }: GatewayOptions): Readonly<Record<ChainId, PoolChain>> {
  return developmentMode ? { ...POOL_CHAINS, ...DEVELOPMENT_POOL_CHAINS } : POOL_CHAINS;
}

/** The chain of names: Ethereum, or in development a development chain that has a resolver. */
function chainOfNames({ developmentMode = false, ensResolvers = {} }: GatewayOptions): ChainId {
  const own = Object.keys(DEVELOPMENT_UPSTREAMS).find(id => id in ensResolvers);
  return developmentMode && own !== undefined ? (own as ChainId) : 'eip155:1';
}

/** Responds to errors and unknown paths in the format of each endpoint. */
function answerAll(app: Hono, handlers: readonly CallHandler[], onError: ReportError): void {
  const rpc = handlers.flatMap(({ request }) => (request.errorFormat === 'jsonRpc' ? [request.call] : []));
  app.onError((error, context) => {
    const isRpc = rpc.some(({ method, path }) => path === context.req.path && method === context.req.method);
    return (isRpc ? answerRpcError : answerError)(context, toGatewayError(error, onError));
  });
  app.notFound(context => answerError(context, new HttpError(404, 'NOT_FOUND', 'There is nothing here')));
}

function tokenIcon(images: ImageService, publicUrl: string | undefined): TokenIcon {
  return (symbol, context) => {
    const id = images.tokenImageId(symbol);
    return (
      id && `${publicUrl ?? new URL(context.req.url).origin}/public/getTokenImage/${encodeURIComponent(id)}`
    );
  };
}

function pictureUrl(kept: Pictures, publicUrl: string | undefined): PictureUrl {
  return async (source, context) => {
    const id = await kept.keep(source).catch(() => undefined);
    return id && `${publicUrl ?? new URL(context.req.url).origin}/public/getPicture/${id}`;
  };
}

/** Names the networks that lost their node. It reads many rows, so no start waits for it, and none fails because of it. */
async function warnOfChains(
  database: Database,
  chains: ReadonlyMap<string, unknown>,
  log: Log,
): Promise<void> {
  const missing = await usedWithoutNode(database, chains).catch(() => []);
  for (const chainId of missing)
    log('warn', 'chain_without_node', {
      chainId,
      remedy: `Set LATCHKIT_RPC_${chainId.slice(chainId.indexOf(':') + 1)}=https://…, or LATCHKIT_PUBLIC_RPC=1`,
    });
}
