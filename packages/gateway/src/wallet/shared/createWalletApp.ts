import { Hono, type MiddlewareHandler } from 'hono';
import { readServiceKeysCall, readServiceKeysRequest, WALLET_HEADERS } from 'latchkit/protocol';
import { requireWritable } from '../../platform/adapters/requireWritable.js';
import type { Metrics } from '../../platform/createMetrics.js';
import { allowedHeaders } from '../../platform/http/allowedHeaders.js';
import { errorHeaders, type ReportError, toGatewayError } from '../../platform/http/answerError.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { healthRoutes } from '../../platform/http/healthRoutes.js';
import { observe } from '../../platform/http/observe.js';
import { OPERATOR_PATHS } from '../../platform/http/operatorRequests.js';
import { securityHeaders } from '../../platform/http/securityHeaders.js';
import { serveCalls } from '../../platform/http/serveCalls.js';
import { timeLimit } from '../../platform/http/timeLimit.js';
import type { Log } from '../../platform/jsonLog.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { CallerLimits } from './callerLimits.js';
import type { Nonces } from './nonces.js';
import { rememberTaken } from './takenAllowances.js';
import { handle } from './walletCalls.js';

/** Two years (RFC 6797). Without `includeSubDomains`, because sub-domains are up to the operator. */
const HSTS = 'max-age=63072000';

/** Seconds that the public keys may be cached. */
const KEYS_LIFE = 60;

export interface WalletAppOptions {
  readonly store: SealedStore;
  readonly nonces: Nonces;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onError: ReportError;
  /** Gives its OpenAPI document. */
  readonly document: () => Readonly<Record<string, unknown>>;
  /** What `/healthz` reports. */
  readonly health: () => Readonly<Record<string, unknown>>;
  /** Whether the public URL is https: browsers then get the HSTS header. */
  readonly isSecure: boolean;
  /** Milliseconds that a request may take. */
  readonly requestTimeout: number;
  /** Whether pages of this origin may call, such as the service's own page. */
  readonly allowsOrigin: (origin: string, request: Request) => boolean;
  readonly limits: Pick<CallerLimits, 'arrivals'>;
}

/** Creates the app that both services extend: errors, metrics, headers, keys and the check of callers. */
export function createWalletApp(options: WalletAppOptions): Hono {
  const { store, nonces, metrics, log, onError, requestTimeout } = options;
  const app = new Hono();
  app.onError((error, context) => {
    const shown = toGatewayError(error, onError);
    errorHeaders(context, shown);
    // Only own pages may read responses of these services, errors included.
    if (context.res.headers.get('Access-Control-Allow-Origin') === '*') {
      context.res.headers.delete('Access-Control-Allow-Origin');
    }
    if (shown.status === 401) context.header('WWW-Authenticate', 'DPoP algs="ES256"');
    const { code, message, context: facts } = shown;
    const retryAfter = facts.retryAfter === undefined ? {} : { retryAfter: facts.retryAfter };
    return context.json({ error: { code, message, ...retryAfter } }, shown.status);
  });
  app.notFound(context =>
    context.json({ error: { code: 'NOT_FOUND', message: 'There is nothing here' } }, 404),
  );
  app.use(observe(metrics, log));
  app.use(securityHeaders);
  if (options.isSecure) {
    app.use(async (context, next) => {
      await next();
      context.res.headers.set('Strict-Transport-Security', HSTS);
    });
  }
  app.route(
    '/',
    healthRoutes({ database: () => requireWritable(store.database) }, () => ({
      status: 'ok',
      ...options.health(),
    })),
  );
  app.use(options.limits.arrivals);
  app.use(rememberTaken);
  app.get(OPERATOR_PATHS.document, context => {
    // The document is public: tools on any page may read it.
    context.header('Access-Control-Allow-Origin', '*');
    return context.json(options.document());
  });
  app.use(timeLimit(requestTimeout));
  app.use(ownPages(options.allowsOrigin));
  const sendNonce: MiddlewareHandler = async (context, next) => {
    const { nonce, time } = WALLET_HEADERS;
    context.header(nonce, nonces.make());
    context.header(time, String(Date.now()));
    await next();
    // A body that is too large is refused before its proof is checked.
    if (context.res.status === 413) for (const name of [nonce, time]) context.res.headers.delete(name);
  };
  // With the keys, too: a page that has read them needs no further call for its first proof.
  for (const path of ['/v1/*', readServiceKeysCall.path]) app.use(path, sendNonce);
  const publishKeys = handle(readServiceKeysRequest, ({ context }) => {
    context.header('Cache-Control', `public, max-age=${KEYS_LIFE}`);
    return context.json({ keys: store.keys.published });
  });
  app.route('/', serveCalls([publishKeys], { authenticate: () => ({}) }));
  return app;
}

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const HEADERS = `Content-Type, Authorization, DPoP, ${WALLET_HEADERS.project}, ${WALLET_HEADERS.origin}`;
const EXPOSED = `${WALLET_HEADERS.nonce}, ${WALLET_HEADERS.time}, Retry-After`;

/**
 * Refuses pages of other origins before any work is done. Callers other than pages send no origin, but need a key. Browsers send the
 * origin of a host page with the wallet page itself, too, once the user has granted it storage access (Storage Access Headers).
 */
function ownPages(allows: WalletAppOptions['allowsOrigin']): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('Origin');
    context.header('Vary', 'Origin');
    const isNavigation = context.req.method === 'GET' && context.req.header('Sec-Fetch-Mode') === 'navigate';
    if (origin !== undefined && !isNavigation) {
      if (!allows(origin, context.req.raw)) {
        throw new HttpError(403, 'ORIGIN_NOT_ALLOWED', 'unverified domain');
      }
      context.header('Access-Control-Allow-Origin', origin);
      context.header('Access-Control-Expose-Headers', EXPOSED);
    }
    if (context.req.method !== 'OPTIONS') return next();
    context.header('Access-Control-Allow-Methods', METHODS);
    context.header('Access-Control-Allow-Headers', allowedHeaders(context, HEADERS));
    context.header('Access-Control-Max-Age', '600');
    return context.body(null, 204);
  };
}
