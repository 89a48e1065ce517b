import * as z from 'zod/mini';
import { supportedChainsAnswer } from '../../gateway/chainData.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { rpcAnswer, rpcRequest } from '../jsonRpc.js';
import { projectId, projectQuery } from './queryFields.js';

export const listChainsCall = {
  method: 'GET',
  path: '/v1/supported-chains',
  auth: 'project',
  response: supportedChainsAnswer,
} as const satisfies HttpCall;

export const listChainsRequest = {
  call: listChainsCall,
  summary: 'Chains that the data calls serve',
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

/** JSON-RPC to a chain. The chain libraries of host pages send it, so no client of ours parses its response. */
export const proxyRpcRequest = {
  call: { method: 'POST', path: '/v1', auth: 'project', response: 'application/json' },
  summary: 'JSON-RPC 2.0 to a chain, one call or a batch',
  query: () => z.object({ projectId, chainId: z.string().check(z.maxLength(64)) }),
  body: () => rpcRequest,
  rawBody: true,
  maxBody: 512 * 1024,
  sends: () => rpcAnswer,
  errors: [
    'CALL_FAILED',
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_NOT_SUPPORTED',
    'INVALID_RPC_REQUEST',
    'METHOD_NOT_ALLOWED',
    'PARSE_ERROR',
    'UPSTREAM_ANSWER_TOO_LARGE',
    'UPSTREAM_FAILED',
    'UPSTREAM_RATE_LIMITED',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_UNREACHABLE',
    'UPSTREAM_UNTRUSTED',
    'UPSTREAM_WRONG_CHAIN',
  ],
  errorFormat: 'jsonRpc',
} as const satisfies HttpRequest;
