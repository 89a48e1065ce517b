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
      /**
       * Id of an onramp: selects what was bought there, of the purchases that `orders` names. Without them the response is empty,
       * because nobody else is to see who bought.
       */
      onramp: z.optional(z.string().check(z.maxLength(40))),
      /** Ids of purchases, separated by commas; at most 20. Who knows an id may see its purchase. */
      orders: z.optional(
        z
          .string()
          .check(z.regex(/^[\w-]{32}(,[\w-]{32}){0,19}$/, 'is not a list of at most 20 ids of purchases')),
      ),
    }),
  sends: () => z.object({ data: z.array(accountTransaction), next: z.nullable(z.string()) }),
  errors: ['CHAIN_NOT_SUPPORTED', 'HISTORY_UNAVAILABLE', 'INVALID_CURSOR'],
} as const satisfies HttpRequest;
