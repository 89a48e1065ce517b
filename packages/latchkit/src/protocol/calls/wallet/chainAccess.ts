import * as z from 'zod/mini';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { rpcAnswer, rpcRequest } from '../jsonRpc.js';

/** Maximum body size in bytes; large transactions need it. */
const MAX_BODY = 512 * 1024;

export const callChainCall = {
  method: 'POST',
  path: '/v1/rpc/{chainId}',
  auth: 'session',
  response: z.object({
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
  }),
} as const satisfies HttpCall;

/** One JSON-RPC call, which the service forwards unchanged. */
export const callChainRequest = {
  call: callChainCall,
  summary: 'One JSON-RPC call to a chain',
  params: () => z.object({ chainId: z.string() }),
  body: () => rpcRequest,
  rawBody: true,
  maxBody: MAX_BODY,
  sends: () => rpcAnswer,
  errors: [
    'CALL_FAILED',
    'CHAIN_NOT_SUPPORTED',
    'FROZEN',
    'INVALID_RPC_REQUEST',
    'METHOD_NOT_ALLOWED',
    'PARSE_ERROR',
    'RATE_LIMITED',
    'UPSTREAM_ANSWER_TOO_LARGE',
    'UPSTREAM_FAILED',
    'UPSTREAM_RATE_LIMITED',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_UNREACHABLE',
    'UPSTREAM_UNTRUSTED',
    'UPSTREAM_WRONG_CHAIN',
  ],
} as const satisfies HttpRequest;

/** A fungible token that the operator lists by name. */
const listedToken = z.object({
  /** Address of the contract (EIP-55); on Solana, of the mint. */
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  /** Id of its image at `GET /token-images/{id}`, if it has one. */
  image: z.optional(z.string()),
});

/** A fungible token that the operator lists by name. */
export type ListedToken = z.infer<typeof listedToken>;

export const listTokensCall = {
  method: 'GET',
  path: '/v1/tokens/{chainId}',
  auth: 'session',
  response: z.object({ tokens: z.array(listedToken) }),
} as const satisfies HttpCall;

export const listTokensRequest = {
  call: listTokensCall,
  summary: 'Listed tokens of a chain',
  params: () => z.object({ chainId: z.string().check(z.maxLength(100)) }),
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;

export const listAccountNamesCall = {
  method: 'GET',
  path: '/v1/wallets/me/names',
  auth: 'session',
  response: z.object({ names: z.array(z.object({ address: z.string(), name: z.string() })) }),
} as const satisfies HttpCall;

export const listAccountNamesRequest = {
  call: listAccountNamesCall,
  summary: "Names that the gateway registered for the user's EVM accounts",
  errors: ['RATE_LIMITED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const readTokenImageCall = {
  method: 'GET',
  path: '/token-images/{id}',
  auth: 'open',
  response: 'image/svg+xml',
} as const satisfies HttpCall;

export const readTokenImageRequest = {
  call: readTokenImageCall,
  summary: 'Image of a token',
  params: () => z.object({ id: z.string().check(z.maxLength(100)) }),
  errors: ['IMAGE_NOT_FOUND'],
} as const satisfies HttpRequest;
