import {
  accountSessionsAnswer,
  accountTransaction,
  allowedOriginsAnswer,
  analyticsAnswer,
  analyticsBody,
  analyticsConfigAnswer,
  fungiblePriceAnswer,
  identityAnswer,
  jwksAnswer,
  profileAnswer,
  projectConfigAnswer,
  revokeSessionAnswer,
  revokeSessionBody,
  siwxNonceAnswer,
  siwxNonceBody,
  siwxRefreshBody,
  siwxSessionAnswer,
  siwxTokensAnswer,
  siwxVerifyBody,
  supportedChainsAnswer,
  walletListingAnswer,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { analyticsQuery } from '../analytics/routes.js';
import {
  accountParams,
  balanceQuery,
  heldTokens,
  identityQuery,
  priceBody,
  projectOnlyQuery,
} from '../chain-data/routes.js';
import { historyParams, historyQuery } from '../history/routes.js';
import { profileParams, profileQuery } from '../profile/routes.js';
import { projectQuery } from '../projects/routes.js';
import { relayQuery } from '../relay/admission.js';
import { rpcAnswer, rpcRequest } from '../rpc/jsonRpc.js';
import { rpcQuery } from '../rpc/routes.js';
import { sessionsParams, sessionsQuery } from '../sessions/routes.js';
import { siwxQuery } from '../siwx/routes.js';
import { walletQuery } from '../wallets/routes.js';

/** What a call may want of its caller. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  proof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description: "Proof of an installation's key (RFC 9449), ES256",
  },
  session: {
    type: 'http',
    scheme: 'DPoP',
    description: 'Access token of a session, with the proof of its key',
  },
} as const;

/** One call of the service: the schemas are those that its handler reads the request with. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: $ZodType;
  /** Status of success. Default: 200. */
  readonly status?: number;
  /** Schema of a JSON answer, or the content type of another one. Undefined: there is no body. */
  readonly answer: $ZodType | string | undefined;
  /**
   * What the call wants: `token`, that of a sign-in, as `Authorization: Bearer`; `proof` of an installation's key, as `DPoP`;
   * `session`, that proof and `Authorization: DPoP`. Default: nothing.
   */
  readonly auth?: keyof typeof SECURITY_SCHEMES;
}

const SVG = 'image/svg+xml';
const imageParams = z.object({ id: z.string().max(200) });
const status = (value: string) => z.object({ status: z.literal(value) });

const image = (path: string, what: string): Operation => ({
  method: 'get',
  path,
  summary: `Image of a ${what}`,
  params: imageParams,
  answer: SVG,
});

/** Every call of the service. */
export const operations: readonly Operation[] = [
  { method: 'get', path: '/healthz', summary: 'Whether the process lives', answer: status('ok') },
  { method: 'get', path: '/readyz', summary: 'Whether it can serve', answer: status('ready') },
  { method: 'get', path: '/metrics', summary: 'Figures for Prometheus', answer: 'text/plain' },
  { method: 'get', path: '/openapi.json', summary: 'This document', answer: z.looseObject({}) },
  {
    method: 'get',
    path: '/appkit/v1/config',
    summary: 'Features of a project',
    query: projectQuery,
    answer: projectConfigAnswer,
  },
  {
    method: 'get',
    path: '/projects/v1/origins',
    summary: 'Pages that may use a project; none: any',
    query: projectQuery,
    answer: allowedOriginsAnswer,
  },
  {
    method: 'get',
    path: '/getAnalyticsConfig',
    summary: 'Whether the pages of a project may report events',
    query: projectQuery,
    answer: analyticsConfigAnswer,
  },
  {
    method: 'post',
    path: '/e',
    summary: 'Analytics events and error reports',
    query: analyticsQuery,
    body: analyticsBody,
    status: 202,
    answer: analyticsAnswer,
  },
  {
    method: 'get',
    path: '/getWallets',
    summary: 'A page of the wallet directory',
    query: walletQuery,
    answer: walletListingAnswer,
  },
  image('/getWalletImage/{id}', 'wallet'),
  image('/public/getAssetImage/{id}', 'network'),
  image('/public/getCurrencyImage/{id}', 'currency'),
  image('/public/getTokenImage/{id}', 'token'),
  {
    method: 'get',
    path: '/v1/supported-chains',
    summary: 'Chains that the data calls serve',
    query: projectOnlyQuery,
    answer: supportedChainsAnswer,
  },
  {
    method: 'get',
    path: '/v1/identity/{address}',
    summary: 'Name and avatar of an address',
    params: accountParams,
    query: identityQuery,
    answer: identityAnswer,
  },
  {
    method: 'get',
    path: '/v1/profile/account/{name}',
    summary: 'Addresses that a name leads to',
    params: profileParams,
    query: profileQuery,
    answer: profileAnswer,
  },
  {
    method: 'get',
    path: '/v1/account/{account}/history',
    summary: 'What an account did, newest first',
    params: historyParams,
    query: historyQuery,
    answer: z.object({ data: z.array(accountTransaction), next: z.string().nullable() }),
  },
  {
    method: 'get',
    path: '/v1/account/{address}/balance',
    summary: 'Balances of an account on a chain',
    params: accountParams,
    query: balanceQuery,
    answer: heldTokens,
  },
  {
    method: 'post',
    path: '/v1/fungible/price',
    summary: 'Prices of tokens, from the configured source only',
    query: projectOnlyQuery,
    body: priceBody,
    answer: fungiblePriceAnswer,
  },
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of sign-in tokens',
    answer: jwksAnswer,
  },
  {
    method: 'post',
    path: '/siwx/v1/nonce',
    summary: 'A nonce for one sign-in',
    query: siwxQuery,
    body: siwxNonceBody,
    answer: siwxNonceAnswer,
  },
  {
    method: 'post',
    path: '/siwx/v1/verify',
    summary: 'Session of a signed message (ERC-4361, CAIP-122)',
    query: siwxQuery,
    body: siwxVerifyBody,
    answer: siwxTokensAnswer,
  },
  {
    method: 'get',
    path: '/siwx/v1/session',
    summary: 'Session of a token',
    query: siwxQuery,
    auth: 'token',
    answer: siwxSessionAnswer,
  },
  {
    method: 'delete',
    path: '/siwx/v1/session',
    summary: 'Ends the session of a token',
    query: siwxQuery,
    auth: 'token',
    status: 204,
    answer: undefined,
  },
  {
    method: 'post',
    path: '/siwx/v1/session/refresh',
    summary: 'New tokens for a refresh token, which is good once',
    query: siwxQuery,
    body: siwxRefreshBody,
    answer: siwxTokensAnswer,
  },
  {
    method: 'get',
    path: '/v1/sessions/{id}',
    summary: 'Sessions of an account',
    params: sessionsParams,
    query: sessionsQuery,
    auth: 'token',
    answer: accountSessionsAnswer,
  },
  {
    method: 'post',
    path: '/v1/sessions/{id}/revoke',
    summary: 'Ends a session for its account, which signed that',
    params: sessionsParams,
    query: sessionsQuery,
    body: revokeSessionBody,
    answer: revokeSessionAnswer,
  },
  {
    method: 'post',
    path: '/v1',
    summary: 'JSON-RPC 2.0 to a chain, one call or a batch',
    query: rpcQuery,
    body: rpcRequest,
    answer: rpcAnswer,
  },
  {
    method: 'get',
    path: '/relay',
    summary: 'WebSocket: the relay RPC of WalletConnect v2 (irn_*, wc_proposeSession, wc_approveSession)',
    query: relayQuery,
    status: 101,
    answer: undefined,
  },
];
