import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { siwxNonceBody, siwxRefreshBody, siwxVerifyBody } from 'latchkit/protocol';
import * as z from 'zod';
import type { SignInMetrics } from '../auth/signInMetrics.js';
import type { ClientAddress } from '../http/clientAddress.js';
import { countRefusals } from '../http/countRefusals.js';
import { limitBody } from '../http/limitBody.js';
import { parseBody } from '../http/parseBody.js';
import { parseQuery } from '../http/parseQuery.js';
import type { RateLimiter } from '../http/rateLimiter.js';
import type { ProjectService } from '../projects/service.js';
import { projectId } from '../projects/store.js';
import { bearerToken } from './bearerToken.js';
import { type Caller, type SiwxService, toWire } from './service.js';
import type { SigningKeys } from './signingKeys.js';

/** Maximum bytes of a body: a message and a signature, which may contain the code that deploys its account. */
const MAX_BODY = 128 * 1024;

/** Seconds that a back end may cache the public keys. A new key signs two minutes after its publication. */
const KEYS_LIFE = 60;

/** Query parameters of the calls. */
export const siwxQuery = z.object({ projectId });

export interface SiwxRoutesOptions {
  readonly siwx: SiwxService;
  readonly keys: SigningKeys;
  readonly projects: ProjectService;
  /** Separate limit of sign-ins, because each writes to the database and some call a contract. */
  readonly limit: MiddlewareHandler;
  /** Public URL of the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
  readonly signIns: SignInMetrics;
}

/** Sign-in with a wallet (ERC-4361, CAIP-122): nonce, verification, session, and the keys of its tokens. */
export function siwxRoutes(options: SiwxRoutesOptions): Hono {
  const { siwx, keys, projects, limit, publicUrl, signIns } = options;
  const counted = countRefusals(signIns.walletRefused);
  const caller = async (context: Context): Promise<Caller> => ({
    project: await projects.get(parseQuery(context, siwxQuery).projectId),
    origin: context.req.header('Origin'),
    issuer: publicUrl ?? new URL(context.req.url).origin,
  });
  return new Hono()
    .get('/.well-known/jwks.json', async context => {
      context.header('Cache-Control', `public, max-age=${KEYS_LIFE}`);
      return context.json({ keys: await keys.published() });
    })
    .post('/siwx/v1/nonce', limit, limitBody(MAX_BODY), async context => {
      const asking = await caller(context);
      const { domain } = await parseBody(context, siwxNonceBody);
      return context.json(await siwx.nonce(asking, domain));
    })
    .post('/siwx/v1/verify', counted, limit, limitBody(MAX_BODY), async context => {
      const asking = await caller(context);
      const signed = await parseBody(context, siwxVerifyBody);
      const tokens = await siwx.verify(asking, signed, context.req.raw.signal);
      signIns.walletVerified();
      return context.json(tokens);
    })
    .post('/siwx/v1/session/refresh', limit, limitBody(MAX_BODY), async context => {
      const asking = await caller(context);
      const { refreshToken } = await parseBody(context, siwxRefreshBody);
      return context.json(await siwx.refresh(asking, refreshToken));
    })
    .get('/siwx/v1/session', async context => {
      const { projectId } = parseQuery(context, siwxQuery);
      return context.json({ session: toWire(await siwx.session(projectId, bearerToken(context))) });
    })
    .delete('/siwx/v1/session', async context => {
      const { projectId } = parseQuery(context, siwxQuery);
      await siwx.revoke(projectId, bearerToken(context));
      return context.body(null, 204);
    });
}

/**
 * Counts sign-in calls towards a separate limit.
 *
 * @throws GatewayError 429 `RATE_LIMITED`.
 */
export function limitSignIn(
  limiter: RateLimiter,
  perMinute: number,
  address: ClientAddress,
): MiddlewareHandler {
  return async (context, next) => {
    await limiter.take('address for sign-in', address(context), perMinute);
    return next();
  };
}
