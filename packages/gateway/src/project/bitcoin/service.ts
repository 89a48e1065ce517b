import type { FeeRates } from 'latchkit/protocol';
import * as z from 'zod';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { recordOf } from '../../platform/listOf.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { RpcService } from '../chains/service.js';

/** Milliseconds for which fee rates are cached, and between attempts after a failure. */
const LIFE = 10_000;
const RETRY_GAP = 5_000;

const FAILURE = { code: 'CHAIN_UNAVAILABLE', message: 'The chain cannot be reached at the moment' };

/** Blocks within which a transaction should be confirmed. */
const TARGETS = { fast: 1, normal: 6, slow: 144 };

/** The lowest rate that nodes relay, in sats per virtual byte. */
const MIN_RATE = 1;

/** Rates by the number of blocks; a node without traffic has none. */
const estimates = recordOf(z.number().positive());
const transactionId = z.string().regex(/^[0-9a-f]{64}$/);

/** What the gateway does on Bitcoin besides reading accounts. */
export interface Bitcoin {
  /** @throws HttpError 400 `CHAIN_NOT_SUPPORTED`, 503 `CHAIN_UNAVAILABLE`. */
  feeRates(chainId: string, gone: AbortSignal): Promise<FeeRates>;
  /**
   * Sends a signed transaction, in hex; returns its id.
   *
   * @throws HttpError 400 `CHAIN_NOT_SUPPORTED` or `TRANSACTION_REFUSED`, 503 `CHAIN_UNAVAILABLE`.
   */
  send(chainId: string, transaction: string, gone: AbortSignal): Promise<string>;
}

export function bitcoin({ rpc, cache }: { readonly rpc: RpcService; readonly cache: Cache }): Bitcoin {
  const requireServed = (chainId: string) => {
    if (rpc.chainIds.includes(chainId)) return;
    throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'This chain is not served');
  };
  return {
    async feeRates(chainId, gone) {
      requireServed(chainId);
      const read = async () => ratesOf(await rpc.call(chainId, 'GET /fee-estimates', [], gone));
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      return cachedAnswer(cache, `fees:${chainId}`, read, options);
    },
    async send(chainId, transaction, gone) {
      requireServed(chainId);
      try {
        return transactionId.parse(await rpc.call(chainId, 'POST /tx', [transaction], gone, 'send'));
      } catch (cause) {
        if (cause instanceof RpcError && cause.code === 'CALL_FAILED') {
          throw new HttpError(400, 'TRANSACTION_REFUSED', cause.reason ?? 'The node refused it', { cause });
        }
        throw new HttpError(503, FAILURE.code, FAILURE.message, { context: { retryAfter: 5 }, cause });
      }
    },
  };
}

function ratesOf(answer: unknown): FeeRates {
  const known = Object.entries(estimates.parse(answer))
    .filter(([blocks]) => /^\d+$/.test(blocks))
    .map(([blocks, rate]) => ({ blocks: Number(blocks), rate }))
    .sort((a, b) => a.blocks - b.blocks);
  // The estimate for at most so many blocks, else the next one.
  const within = (target: number) =>
    (known.findLast(({ blocks }) => blocks <= target) ?? known[0])?.rate ?? MIN_RATE;
  return { fast: within(TARGETS.fast), normal: within(TARGETS.normal), slow: within(TARGETS.slow) };
}
