import type { MiddlewareHandler } from 'hono';
import type { Registry } from 'prom-client';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { AccountOf } from '../../platform/http/limitRequests.js';
import type { Limits } from '../../platform/http/limits.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import type { Database } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import { limitSignIn, siwxCalls } from './routes.js';
import { type SiwxService, siwxService } from './service.js';
import { signInsService } from './signIns.js';
import { signInsCalls } from './signInsRoutes.js';
import { signingKeys } from './signingKeys.js';
import { siwxMetrics } from './siwxMetrics.js';
import { siwxStore } from './store.js';
import { tokens } from './tokens.js';
import {
  signatureVerifier,
  typedDataVerifier,
  type VerifySignature,
  type VerifyTypedData,
} from './verifySignature.js';

export interface SignInParts {
  readonly database: Database;
  readonly rpc: RpcService;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
  readonly quotas: StorageQuotas;
  /** Public URL of the gateway. Default: that of each request. */
  readonly publicUrl: string | undefined;
  readonly registry: Registry;
}

/** Sign-in, and what other features of signed-in accounts need from it. */
export interface SignIn {
  readonly handlers: readonly CallHandler[];
  readonly siwx: SiwxService;
  readonly verifySignature: VerifySignature;
  readonly verifyTypedData: VerifyTypedData;
  /** Limits calls that may read a contract. */
  readonly limit: MiddlewareHandler;
  /** Finds the account of a token, without a look whether its session has been ended. */
  readonly accountOf: AccountOf;
}

/** Creates the calls of sign-in and of the list of sign-ins. */
export function createSignIn(parts: SignInParts): SignIn {
  const { database, rpc, limiter, limits, address, publicUrl, registry, quotas } = parts;
  const keys = signingKeys(database);
  const store = siwxStore(database);
  const verifySignature = signatureVerifier(rpc);
  const issued = tokens(keys);
  const siwx = siwxService({ store, tokens: issued, verifySignature, quotas, issuer: publicUrl });
  const limit = limitSignIn(limiter, limits.signInPerAddress, address);
  const handlers = [
    ...siwxCalls({ siwx, keys, limit, publicUrl, metrics: siwxMetrics(registry), address }),
    ...signInsCalls(signInsService({ siwx, store, verifySignature }), limit, publicUrl),
  ];
  const accountOf: AccountOf = async (projectId, token) => {
    const claims = await issued.read(token, projectId, publicUrl).catch(() => undefined);
    return claims && `${projectId} ${claims.sub}`;
  };
  return { handlers, siwx, verifySignature, verifyTypedData: typedDataVerifier(rpc), limit, accountOf };
}
