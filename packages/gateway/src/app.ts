import { Hono } from 'hono';
import { assetRoutes } from './assets/routes.js';
import { imageService } from './assets/service.js';
import { imageStore } from './assets/store.js';
import { answerError, type ReportError, toGatewayError } from './http/answerError.js';
import { GatewayError } from './http/GatewayError.js';
import { openToAll, projectOrigins } from './http/projectOrigins.js';
import { securityHeaders } from './http/securityHeaders.js';
import { migrate } from './migrations/migrate.js';
import type { Database } from './ports/Database.js';
import { developmentProject } from './projects/developmentProject.js';
import { projectRoutes } from './projects/routes.js';
import { projectService } from './projects/service.js';
import { projectStore } from './projects/store.js';
import { rpcRoutes } from './rpc/routes.js';
import { rpcService } from './rpc/service.js';
import { type UpstreamUrls, upstreams } from './rpc/upstreams.js';
import { walletRoutes } from './wallets/routes.js';
import { walletService } from './wallets/service.js';
import { walletStore } from './wallets/store.js';

export interface GatewayOptions {
  /** Where projects are kept; migrated at creation. The caller opened it and closes it. */
  readonly database: Database;
  /** Addresses of chains by CAIP-2 id, instead of the public defaults. */
  readonly upstreams?: UpstreamUrls;
  /** Serves the development project (32 zeros) and the development chains. Default: false. */
  readonly developmentMode?: boolean;
  /** Milliseconds that a chain has for an answer. Default: 10 000. */
  readonly upstreamTimeout?: number;
  /** Hears of errors that nobody foresaw; callers only see `INTERNAL_ERROR`. Default: `console.error`. */
  readonly onError?: ReportError;
}

/** A gateway: `app.fetch` answers requests, on any server that speaks the Fetch standard. */
export interface Gateway {
  readonly app: Hono;
  /** Aborts what is under way to the chains. */
  close(): void;
}

/**
 * Makes a gateway and brings its database up to date.
 *
 * @throws BaseError `MIGRATION_CHANGED` or `INVALID_UPSTREAM`.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, developmentMode = false, upstreamTimeout = 10_000, onError = console.error } = options;
  const urls = upstreams(options.upstreams ?? {}, developmentMode);
  await migrate(database);
  const store = projectStore(database);
  if (developmentMode) await store.seed(developmentProject);

  const stop = new AbortController();
  const projects = projectService(store, developmentMode);
  const listed = walletStore();
  const images = imageService(imageStore(listed));
  const rpc = rpcService({ upstreams: urls, timeout: upstreamTimeout, stopped: stop.signal });

  const app = new Hono();
  app.use(securityHeaders);
  app.onError((error, context) => answerError(context, toGatewayError(error, onError)));
  app.notFound(context => answerError(context, new GatewayError(404, 'NOT_FOUND', 'There is nothing here')));
  app.route('/', healthRoutes(database));
  for (const path of OPEN_PATHS) app.use(path, openToAll);
  app.use('/getWallets', projectOrigins(projects));
  app.route('/', projectRoutes(projects));
  app.route('/', walletRoutes(walletService(listed, images)));
  app.route('/', assetRoutes(images));
  app.route('/', rpcRoutes(rpc, projects, onError));
  return { app, close: () => stop.abort() };
}

const OPEN_PATHS = ['/appkit/*', '/projects/*', '/getWalletImage/*', '/public/*'];

/** `GET /healthz`: the process lives. `GET /readyz`: it can serve, because its database answers. */
function healthRoutes(database: Database): Hono {
  return new Hono()
    .get('/healthz', context => context.json({ status: 'ok' }))
    .get('/readyz', async context => {
      await database.query('select 1').catch(cause => {
        throw new GatewayError(503, 'NOT_READY', 'The database does not answer', { cause });
      });
      return context.json({ status: 'ready' });
    });
}
