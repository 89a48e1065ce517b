import type { Context, MiddlewareHandler } from 'hono';
import {
  endSignInRequest,
  makeNonceRequest,
  readSignInRequest,
  readSigningKeysRequest,
  refreshSignInRequest,
  verifySignInRequest,
} from 'latchkit/protocol';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import { countRefusals } from '../../platform/http/countRefusals.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { Project } from '../projects/store.js';
import { type Caller, type SiwxService, toWire } from './service.js';
import type { SigningKeys } from './signingKeys.js';
import type { SiwxMetrics } from './siwxMetrics.js';

/** Seconds that a back end may cache the public keys. A new key signs two minutes after its publication. */
const KEYS_LIFE = 60;

export interface SiwxRoutesOptions {
  readonly siwx: SiwxService;
  readonly keys: SigningKeys;
  /** Separate limit of sign-ins, because each writes to the database and some call a contract. */
  readonly limit: MiddlewareHandler;
  /** Public URL of the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
  readonly metrics: SiwxMetrics;
  readonly address: ClientAddress;
}

/** Sign-in with a wallet (ERC-4361, CAIP-122): nonce, verification, session, and the keys of its tokens. */
export function siwxCalls({
  siwx,
  keys,
  limit,
  publicUrl,
  metrics,
  address,
}: SiwxRoutesOptions): readonly CallHandler[] {
  const counted = countRefusals(metrics.refused);
  const callerOf = (project: Project, context: Context): Caller => ({
    project,
    origin: context.req.header('Origin'),
    network: address(context),
    issuer: publicUrl ?? new URL(context.req.url).origin,
  });
  return [
    handle(readSigningKeysRequest, async ({ context }) => {
      context.header('Cache-Control', `public, max-age=${KEYS_LIFE}`);
      return context.json({ keys: await keys.published() });
    }),
    handle(
      makeNonceRequest,
      ({ project, body, context }) => siwx.nonce(callerOf(project, context), body.domain),
      limit,
    ),
    handle(
      verifySignInRequest,
      async ({ project, body, context }) => {
        const tokens = await siwx.verify(callerOf(project, context), body, context.req.raw.signal);
        metrics.verified();
        return tokens;
      },
      counted,
      limit,
    ),
    handle(
      refreshSignInRequest,
      ({ project, body, context }) => siwx.refresh(callerOf(project, context), body.refreshToken),
      limit,
    ),
    handle(readSignInRequest, async ({ project, token }) => ({
      session: toWire(await siwx.session(project.id, token)),
    })),
    handle(endSignInRequest, async ({ project, token }) => {
      await siwx.revoke(project.id, token);
      return undefined;
    }),
  ];
}

/**
 * Counts sign-in calls towards a separate limit.
 *
 * @throws HttpError 429 `RATE_LIMITED`.
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
