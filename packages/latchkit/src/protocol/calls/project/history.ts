import * as z from 'zod/mini';
import { accountHistoryAnswer, accountTransaction } from '../../gateway/history.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { accountAddress, chainIdText, projectId } from './queryFields.js';

/** Maximum length of a cursor, in characters. */
const MAX_CURSOR = 4_000;

export const readHistoryCall = {
  method: 'GET',
  path: '/v1/account/{account}/history',
  auth: 'project',
  response: accountHistoryAnswer,
} as const satisfies HttpCall;

export const readHistoryRequest = {
  call: readHistoryCall,
  summary: 'What an account did, newest first',
  params: () => z.object({ account: accountAddress() }),
  query: () =>
    z.object({
      projectId,
      /** CAIP-2 id. Default: Ethereum or Solana mainnet, depending on the address. */
      chainId: z.optional(chainIdText()),
      cursor: z.optional(z.string().check(z.maxLength(MAX_CURSOR), z.regex(/^[\w-]+$/, 'is not a cursor'))),
      /** Name of an onramp; selects purchases from it. */
      onramp: z.optional(z.string().check(z.maxLength(40))),
    }),
  sends: () => z.object({ data: z.array(accountTransaction), next: z.nullable(z.string()) }),
  errors: ['CHAIN_NOT_SUPPORTED', 'HISTORY_UNAVAILABLE', 'INVALID_CURSOR'],
} as const satisfies HttpRequest;
