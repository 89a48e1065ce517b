import {
  allowedOriginsAnswer,
  analyticsAnswer,
  analyticsBody,
  analyticsConfigAnswer,
  fungiblePriceAnswer,
  identityAnswer,
  projectConfigAnswer,
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
import { projectQuery } from '../projects/routes.js';
import { rpcAnswer, rpcRequest } from '../rpc/jsonRpc.js';
import { rpcQuery } from '../rpc/routes.js';
import { walletQuery } from '../wallets/routes.js';

/** One call of the service: the schemas are those that its handler reads the request with. */
export interface Operation {
  readonly method: 'get' | 'post';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: $ZodType;
  /** Status of success. Default: 200. */
  readonly status?: number;
  /** Schema of a JSON answer, or the content type of another one. */
  readonly answer: $ZodType | string;
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
    method: 'post',
    path: '/v1',
    summary: 'JSON-RPC 2.0 to a chain, one call or a batch',
    query: rpcQuery,
    body: rpcRequest,
    answer: rpcAnswer,
  },
];
