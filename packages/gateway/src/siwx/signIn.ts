import { Hono } from 'hono';
import type { SignInMetrics } from '../auth/signInMetrics.js';
import type { ClientAddress } from '../http/clientAddress.js';
import type { Limits } from '../http/limits.js';
import type { RateLimiter } from '../http/rateLimiter.js';
import type { Database } from '../ports/Database.js';
import type { ProjectService } from '../projects/service.js';
import type { RpcService } from '../rpc/service.js';
import { sessionsRoutes } from '../sessions/routes.js';
import { sessionsService } from '../sessions/service.js';
import { limitSignIn, siwxRoutes } from './routes.js';
import { siwxService } from './service.js';
import { signingKeys } from './signingKeys.js';
import { siwxStore } from './store.js';
import { tokens } from './tokens.js';
import { signatureVerifier } from './verifySignature.js';

export interface SignInParts {
  readonly database: Database;
  readonly rpc: RpcService;
  readonly projects: ProjectService;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
  /** Public URL of the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
  readonly signIns: SignInMetrics;
}

/** Serves the calls of sign-in and of the list of sign-ins. */
export function signIn(parts: SignInParts): Hono {
  const { database, rpc, projects, limiter, limits, address, publicUrl, signIns } = parts;
  const keys = signingKeys(database);
  const store = siwxStore(database);
  const verifySignature = signatureVerifier(rpc);
  const siwx = siwxService({ store, tokens: tokens(keys), verifySignature, issuer: publicUrl });
  const limit = limitSignIn(limiter, limits.signInPerAddress, address);
  return new Hono()
    .route('/', siwxRoutes({ siwx, keys, projects, limit, publicUrl, signIns }))
    .route('/', sessionsRoutes(sessionsService({ siwx, store, verifySignature }), limit));
}
