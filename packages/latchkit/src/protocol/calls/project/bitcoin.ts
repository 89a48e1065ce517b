import * as z from 'zod/mini';
import { feeRatesAnswer, sentTransactionAnswer } from '../../gateway/bitcoin.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectId } from './queryFields.js';

/** A network of Bitcoin. */
const bitcoinQuery = () =>
  z.object({
    projectId,
    chainId: z.string().check(z.regex(/^bip122:[0-9a-f]{32}$/, 'is not the CAIP-2 id of a Bitcoin network')),
  });

/** Maximum length of a transaction in hex, in characters: nodes relay at most 100 kvB, which witnesses make four times as long. */
const MAX_TRANSACTION = 800_000;

export const readFeeRatesCall = {
  method: 'GET',
  path: '/v1/bitcoin/fee-rates',
  auth: 'project',
  response: feeRatesAnswer,
} as const satisfies HttpCall;

export const readFeeRatesRequest = {
  call: readFeeRatesCall,
  summary: 'Fee rates of a Bitcoin network, in sats per virtual byte',
  query: bitcoinQuery,
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
} as const satisfies HttpRequest;

export const sendBitcoinTransactionCall = {
  method: 'POST',
  path: '/v1/bitcoin/transactions',
  auth: 'project',
  response: sentTransactionAnswer,
} as const satisfies HttpCall;

export const sendBitcoinTransactionRequest = {
  call: sendBitcoinTransactionCall,
  summary: 'Sends a signed transaction to a Bitcoin network',
  query: bitcoinQuery,
  body: () =>
    z.object({
      /** Hex. */
      transaction: z
        .string()
        .check(z.maxLength(MAX_TRANSACTION), z.regex(/^(?:[0-9a-fA-F]{2})+$/, 'is not hex')),
    }),
  maxBody: 1024 * 1024,
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE', 'TRANSACTION_REFUSED'],
} as const satisfies HttpRequest;
