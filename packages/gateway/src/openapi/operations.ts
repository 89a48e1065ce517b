import {
  accountSessionsAnswer,
  accountTransaction,
  allowedOriginsAnswer,
  analyticsAnswer,
  analyticsBody,
  analyticsConfigAnswer,
  fungiblePriceAnswer,
  type HttpRequest,
  identityAnswer,
  jwksAnswer,
  profileAnswer,
  projectConfigAnswer,
  revokeSessionAnswer,
  revokeSessionBody,
  rpcAnswer,
  rpcRequest,
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
import { rpcQuery } from '../rpc/routes.js';
import { sessionsParams, sessionsQuery } from '../sessions/routes.js';
import { siwxQuery } from '../siwx/routes.js';
import { walletQuery } from '../wallets/routes.js';
import { type Operation, toRequest } from './Operation.js';
import { operatorRequests } from './operatorRequests.js';

const SVG = 'image/svg+xml';
/** Content type of images: WebP, or the type of an image in the operator's wallet list. */
const IMAGE = 'image/*';
const imageParams = z.object({ id: z.string().max(200) });

const image = (path: `/${string}`, what: string, answer: `${string}/${string}`): Operation => ({
  method: 'get',
  path,
  summary: `Image of a ${what}`,
  params: imageParams,
  answer,
});

const operations: readonly Operation[] = [
  { method: 'get', path: '/metrics', summary: 'Figures for Prometheus', answer: 'text/plain' },
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
  image('/getWalletImage/{id}', 'wallet', IMAGE),
  image('/public/getAssetImage/{id}', 'network', SVG),
  image('/public/getCurrencyImage/{id}', 'currency', SVG),
  image('/public/getTokenImage/{id}', 'token', SVG),
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

/** All calls of the gateway. */
export const gatewayRequests: readonly HttpRequest[] = [
  ...operatorRequests('Whether the process lives', z.object({ status: z.literal('ok') })),
  ...operations.map(toRequest),
];
