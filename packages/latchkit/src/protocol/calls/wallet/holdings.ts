import * as z from 'zod/mini';
import { uuidParam } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const readHoldingsCall = {
  method: 'GET',
  path: '/v1/portal/holdings/{id}',
  auth: 'portal',
  response: z.object({
    holdings: z.array(
      z.object({
        /** CAIP-2 id. */
        chainId: z.string(),
        /** Name of the network. */
        network: z.string(),
        account: z.enum(['eoa', 'smart', 'solana']),
        /** Address of the contract or the mint. Null: the native currency. */
        token: z.nullable(z.string()),
        symbol: z.string(),
        /** In whole tokens, as a decimal number; never 0. */
        amount: z.string(),
      }),
    ),
    /** Names of the networks that did not respond. */
    unread: z.array(z.string()),
  }),
} as const satisfies HttpCall;

/** Native currencies and listed tokens on every chain of the gateway; on Solana unlisted ones too. */
export const readHoldingsRequest = {
  call: readHoldingsCall,
  summary: 'What a wallet of the user holds',
  params: () => z.object({ id: uuidParam() }),
  pathError: 'WALLET_NOT_FOUND',
  errors: ['RATE_LIMITED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;
