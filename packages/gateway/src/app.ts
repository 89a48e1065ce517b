import { Hono } from 'hono';
import type { CaipNetworkId } from 'latchkit/protocol';
import { memoryCache } from './adapters/memoryCache.js';
import { memoryPubSub } from './adapters/memoryPubSub.js';
import { analyticsRoutes } from './analytics/routes.js';
import { analyticsService } from './analytics/service.js';
import { eventStore } from './analytics/store.js';
import type { ImageService } from './assets/service.js';
import { balances } from './chain-data/balances.js';
import type { CcipRequest } from './chain-data/ccipRequest.js';
import { developmentTokens } from './chain-data/developmentTokens.js';
import { ENS_RESOLVERS, type EnsResolvers, identities } from './chain-data/identities.js';
import { type ListedTokens, listedTokens } from './chain-data/listedTokens.js';
import { prices } from './chain-data/prices.js';
import { chainDataRoutes, type TokenIcon } from './chain-data/routes.js';
import type { Token } from './chain-data/Token.js';
import { tokenList } from './chain-data/tokenList.js';
import { type HistorySetup, openHistory } from './history/openHistory.js';
import { answerError, type ReportError, toGatewayError } from './http/answerError.js';
import { type ClientAddress, callerAddress, clientAddress } from './http/clientAddress.js';
import { createMetrics, type Metrics } from './http/createMetrics.js';
import { GatewayError } from './http/GatewayError.js';
import { healthRoutes, type ReadyChecks } from './http/healthRoutes.js';
import { errorFields, type Log } from './http/jsonLog.js';
import { limitRequests } from './http/limitRequests.js';
import { DEFAULT_LIMITS, type Limits } from './http/limits.js';
import { metricsRoutes } from './http/metricsRoutes.js';
import { observe } from './http/observe.js';
import { openToAll, projectOrigins } from './http/projectOrigins.js';
import { type RateLimiter, rateLimiter } from './http/rateLimiter.js';
import { securityHeaders } from './http/securityHeaders.js';
import { timeLimit } from './http/timeLimit.js';
import { migrate } from './migrations/migrate.js';
import { type DescribedService, openApiDocument } from './openapi/openApiDocument.js';
import { gatewayRequests } from './openapi/operations.js';
import { OPERATOR_PATHS } from './openapi/operatorRequests.js';
import type { Cache } from './ports/Cache.js';
import type { Database } from './ports/Database.js';
import type { PriceSource } from './ports/PriceSource.js';
import type { PubSub } from './ports/PubSub.js';
import { profileRoutes } from './profile/routes.js';
import { profiles } from './profile/service.js';
import { developmentProject } from './projects/developmentProject.js';
import { projectRoutes } from './projects/routes.js';
import { PROJECT_CHANGES, type ProjectService, projectService } from './projects/service.js';
import { type ProjectStore, projectStore } from './projects/store.js';
import { gatewayRelay, type RelaySetup } from './relay/gatewayRelay.js';
import type { Relay } from './relay/relay.js';
import { relayRoutes } from './relay/routes.js';
import { type CallLane, callLane } from './rpc/callLane.js';
import { DEVELOPMENT_UPSTREAMS } from './rpc/defaultUpstreams.js';
import { answerRpcError, RPC_PATH, rpcRoutes } from './rpc/routes.js';
import { type RpcService, rpcService } from './rpc/service.js';
import { type UpstreamUrls, upstreams } from './rpc/upstreams.js';
import { signIn } from './siwx/signIn.js';
import type { ListedWallet } from './wallets/ListedWallet.js';
import { walletDirectory } from './wallets/walletDirectory.js';

export interface GatewayOptions {
  /** Where projects and events are kept; migrated at creation. The caller opened it and closes it. */
  readonly database: Database;
  /** Where limits and short-lived answers are kept; shared by replicas. Default: memory of this process. */
  readonly cache?: Cache;
  /** How replicas tell each other of changes. Default: this process alone. */
  readonly pubSub?: PubSub;
  /** Addresses of chains by CAIP-2 id, instead of the public defaults. */
  readonly upstreams?: UpstreamUrls;
  /** Serves the development project (32 zeros) and the development chains. Default: false. */
  readonly developmentMode?: boolean;
  /** Milliseconds that a chain has for an answer. Default: 10 000. */
  readonly upstreamTimeout?: number;
  /** Milliseconds that a request may take. Default: 30 000. */
  readonly requestTimeout?: number;
  /** How often callers may ask. Default: 6 000 requests a minute of an address, 600 000 of a project. */
  readonly limits?: Partial<Limits>;
  /** Proxies in front whose `X-Forwarded-For` counts: addresses, networks, or `loopback`. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** What a scraper of `/metrics` sends as a bearer token. Default: nobody may read it, but in development. */
  readonly metricsToken?: string;
  /** Adds figures of this process to `/metrics`: for the one gateway of a process. Default: false. */
  readonly metricsOfProcess?: boolean;
  /** Tokens whose balances are read. Default: widely held ones. */
  readonly tokens?: readonly Token[];
  /** Wallets added to the directory. One with the id of a built-in wallet replaces it. Default: none. */
  readonly wallets?: readonly ListedWallet[];
  /** Where prices come from. Default: nowhere; no figure is invented. */
  readonly priceSource?: PriceSource;
  /** Universal resolvers of ENS, besides those of Ethereum and Sepolia. */
  readonly ensResolvers?: EnsResolvers;
  /**
   * Asks the servers that the contracts of names point to (CCIP-Read, EIP-3668). Default: nobody is asked, and names that
   * need it are not found.
   */
  readonly ccipRead?: CcipRequest;
  /** Where browsers reach the gateway, for addresses of images. Default: where the request went. */
  readonly publicUrl?: string;
  /** The WalletConnect relay. Default: one with a mailbox in memory. */
  readonly relay?: RelaySetup;
  /** Where the histories of accounts come from. Default: the nodes of Solana, and nowhere on EVM. */
  readonly history?: HistorySetup;
  /** Writes a record for every request. Default: nothing is written. */
  readonly log?: Log;
  /** The development inbox; undefined: mails are really sent. */
  readonly inbox?: Hono;
  /** Hears of errors that nobody foresaw; callers only see `INTERNAL_ERROR`. Default: `console.error`. */
  readonly onError?: ReportError;
}

/** Milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Of the HTTP contract, not of the package. */
const VERSION = '1.0.0';

const SERVICE: DescribedService = {
  title: 'Latchkit gateway',
  description:
    'Project configuration, wallet directory, images, analytics, chain access, chain data, sign-in, and a relay.',
  requests: gatewayRequests,
};

/** A gateway: `app.fetch` answers requests, on any server that speaks the Fetch standard. */
export interface Gateway {
  readonly app: Hono;
  /** Answers everyday calls to chains on Node's own server, as `app` does, with less work. */
  readonly calls: CallLane;
  /** Reads and writes the projects; a change made here is served by all replicas at once. */
  readonly projects: ProjectStore;
  /** What the wallet's services share with it. */
  readonly projectService: ProjectService;
  readonly rpc: RpcService;
  readonly tokens: ListedTokens;
  readonly metrics: Metrics;
  /** Takes WebSocket handshakes at `/relay`; close it before `close`. */
  readonly relay: Relay;
  /** Aborts what is under way to the chains. Resolves when the indexers use the database no more. Closing twice does nothing. */
  close(): Promise<void>;
}

/**
 * Makes a gateway and brings its database up to date.
 *
 * @throws BaseError `MIGRATION_CHANGED`, `INVALID_UPSTREAM` or `INVALID_SETTING`.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, developmentMode = false, upstreamTimeout = 10_000, onError = console.error } = options;
  const { cache = memoryCache(), pubSub = memoryPubSub(), log = () => {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const chains = upstreams(options.upstreams ?? {}, developmentMode);
  const address = clientAddress(options.trustedProxies ?? []);
  await migrate(database);
  const store = projectStore(database, id => pubSub.publish(PROJECT_CHANGES, id));
  if (developmentMode) await store.seed(developmentProject);

  const metrics = createMetrics(options.metricsOfProcess ?? false);
  metrics.connections.databaseIs('gateway', database);
  for (const one of [cache, pubSub, options.relay?.mailbox ?? {}]) metrics.connections.redisIs(one);
  const limiter = rateLimiter(cache, {
    refused: metrics.rateLimited,
    degraded: error => log('warn', 'cache_away', errorFields(error)),
  });
  const projects = await projectService(store, pubSub, developmentMode);
  const { images, routes: directory } = walletDirectory({ database, projects, wallets: options.wallets });
  const { upstreamAsked: onUpstream, coalesced: onShared } = metrics;
  const rpc = rpcService({ chains, timeout: upstreamTimeout, onUpstream, onShared });
  const tokens = tokensOf(options);
  const icon = tokenIcon(images, options.publicUrl);
  const chainData = chainDataOf(options, { rpc, cache, tokens, icon, log });
  const events = metrics.index;
  const histories = openHistory(options.history ?? {}, { database, cache, rpc, tokens, icon, events, log });
  const analytics = analyticsService(eventStore(database), metrics.eventsStored);

  const app = baseApp(options, { metrics, log, onError, limiter, limits, address, projects });
  app.route('/', projectRoutes(projects));
  app.route('/', directory);
  app.route('/', analyticsRoutes(analytics, projects));
  app.route('/', chainData);
  app.route('/', histories.routes);
  const { publicUrl } = options;
  const signIns = metrics.signIn;
  app.route('/', signIn({ database, rpc, projects, limiter, limits, address, publicUrl, signIns }));
  app.route('/', relayRoutes());
  app.route('/', rpcRoutes({ rpc, limiter, limits, address }));
  const timeout = options.requestTimeout ?? REQUEST_TIMEOUT;
  const caller = callerAddress(options.trustedProxies ?? []);
  const calls = callLane({ rpc, projects, limiter, limits, address: caller, metrics, log, onError, timeout });
  const relay = gatewayRelay({
    setup: options.relay ?? {},
    projects,
    pubSub,
    metrics: metrics.relay,
    limiter,
    perAddress: limits.perAddress,
    trustedProxies: options.trustedProxies ?? [],
    publicUrl: options.publicUrl,
    developmentMode,
    log,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all([histories.close(), projects.close().catch(onError)]).then(() => {});
    rpc.close();
    return closing;
  };
  const known = listedTokens(tokens, images);
  return { app, calls, projects: store, projectService: projects, rpc, tokens: known, metrics, relay, close };
}

interface BaseParts {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onError: ReportError;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
  readonly projects: ProjectService;
}

/** What stands before every call: errors, records, headers, limits and who may read; and what is served without them. */
function baseApp(options: GatewayOptions, parts: BaseParts): Hono {
  const { metrics, log, onError, limiter, limits, address, projects } = parts;
  const document = openApiDocument(VERSION, SERVICE);
  const app = new Hono();
  answerAll(app, onError);
  app.use(observe(metrics, log));
  app.use(securityHeaders);
  app.route('/', healthRoutes(readyChecks(options), { status: 'ok' }));
  if (options.inbox !== undefined) app.route('/', options.inbox);
  app.route('/', metricsRoutes(metrics, options.metricsToken, options.developmentMode ?? false));
  app.get(OPERATOR_PATHS.document, context => {
    context.header('Access-Control-Allow-Origin', '*');
    return context.json(document);
  });
  app.use(timeLimit(options.requestTimeout ?? REQUEST_TIMEOUT));
  app.use(limitRequests(limiter, limits, address));
  for (const path of OPEN_PATHS) app.use(path, openToAll);
  for (const path of PROJECT_PATHS) app.use(path, projectOrigins(projects));
  return app;
}

/** What must answer for this process to serve. A relay with replicas stands on what they share. */
function readyChecks({ database, cache, relay }: GatewayOptions): ReadyChecks {
  const isShared = relay?.hasReplicas === true && cache !== undefined;
  return {
    database: () => database.query('select 1'),
    ...(isShared && { redis: () => cache.get('ready') }),
  };
}

/** The tokens that are known by name. */
function tokensOf({ tokens, developmentMode = false }: GatewayOptions): readonly Token[] {
  return tokens ?? (developmentMode ? [...tokenList, ...developmentTokens] : tokenList);
}

/** What any page may read: a project's own settings, for a page that is not allowed must learn why [ERR-20]; images. */
const OPEN_PATHS = [
  '/appkit/*',
  '/projects/*',
  '/getAnalyticsConfig',
  '/getWalletImage/*',
  '/public/*',
  '/.well-known/*',
];

/** What only the allowed pages of a project may use. */
const PROJECT_PATHS = ['/getWallets', '/e', '/v1/*', '/siwx/*'];

interface ChainDataParts {
  readonly rpc: RpcService;
  readonly cache: Cache;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
  readonly log: Log;
}

/** The calls that are answered from the chains. */
function chainDataOf(options: GatewayOptions, { rpc, cache, tokens, icon, log }: ChainDataParts): Hono {
  const known = prices(options.priceSource, cache, error => log('warn', 'prices_away', errorFields(error)));
  const ens = {
    resolvers: { ...ENS_RESOLVERS, ...options.ensResolvers },
    ccipRead: options.ccipRead,
  };
  return new Hono()
    .route(
      '/',
      chainDataRoutes({
        rpc,
        balances: balances({ rpc, cache, prices: known, tokens }),
        identities: identities(rpc, cache, ens),
        prices: known,
        tokens,
        icon,
      }),
    )
    .route('/', profileRoutes(profiles({ rpc, cache, ...ens, chainId: chainOfNames(options) })));
}

/** Names are those of Ethereum; in development those of a development chain where it has a resolver. */
function chainOfNames({ developmentMode = false, ensResolvers = {} }: GatewayOptions): CaipNetworkId {
  const own = Object.keys(DEVELOPMENT_UPSTREAMS).find(id => id in ensResolvers);
  return developmentMode && own !== undefined ? (own as CaipNetworkId) : 'eip155:1';
}

/** Errors, and what does not exist, in the form of each endpoint. */
function answerAll(app: Hono, onError: ReportError): void {
  app.onError((error, context) => {
    const isRpc = context.req.path === RPC_PATH && context.req.method === 'POST';
    return (isRpc ? answerRpcError : answerError)(context, toGatewayError(error, onError));
  });
  app.notFound(context => answerError(context, new GatewayError(404, 'NOT_FOUND', 'There is nothing here')));
}

function tokenIcon(images: ImageService, publicUrl: string | undefined): TokenIcon {
  return (symbol, context) => {
    const id = images.tokenImageId(symbol);
    return (
      id && `${publicUrl ?? new URL(context.req.url).origin}/public/getTokenImage/${encodeURIComponent(id)}`
    );
  };
}
