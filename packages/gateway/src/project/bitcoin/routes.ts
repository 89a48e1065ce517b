import { readFeeRatesRequest, sendBitcoinTransactionRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { Bitcoin } from './service.js';

/** Fee rates of Bitcoin, and the sending of signed transactions. */
export function bitcoinCalls(bitcoin: Bitcoin): readonly CallHandler[] {
  return [
    handle(readFeeRatesRequest, ({ query, context }) =>
      bitcoin.feeRates(query.chainId, context.req.raw.signal),
    ),
    handle(sendBitcoinTransactionRequest, async ({ query, body, context }) => ({
      id: await bitcoin.send(query.chainId, body.transaction, context.req.raw.signal),
    })),
  ];
}
