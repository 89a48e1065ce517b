import { type ChainId, urlUnder } from 'latchkit/protocol';
import { type Hex, isAddress, isHex } from 'viem';
import * as z from 'zod';
import type { RpcService } from '../../chains/service.js';
import type { SwapEngine, SwapRequest } from '../SwapEngine.js';
import { VendorError } from '../VendorError.js';
import { askVendor, impactOf, probeOf, vendorToken } from './askVendor.js';
import { ALLOWANCE_HOLDER, checkZeroExSwap } from './checkZeroExSwap.js';
import type { VendorOptions } from './oneInchEngine.js';
import { slippageFor } from './slippageFor.js';

const address = z.custom<Hex>(value => typeof value === 'string' && isAddress(value, { strict: false }));
const units = z.string().regex(/^\d{1,78}$/);
const none = z.object({ liquidityAvailable: z.literal(false) });
const priceAnswer = z.union([
  none,
  z.object({ liquidityAvailable: z.literal(true), buyAmount: units, gas: units.nullish() }),
]);
const swapAnswer = z.union([
  none,
  z.object({
    liquidityAvailable: z.literal(true),
    minBuyAmount: units,
    transaction: z.object({ to: address, data: z.custom<Hex>(value => isHex(value)), value: units }),
  }),
]);

/** The chains of the API that have the AllowanceHolder of the Cancun hard fork (0x, API v2). */
const CHAINS: readonly ChainId[] = [1, 10, 56, 137, 8453, 42161, 43114].map((id): ChainId => `eip155:${id}`);

/**
 * Swaps by the `allowance-holder` API v2 of 0x, with the operator's key.
 *
 * @param rpc - Reads which contracts of 0x swap.
 */
export function zeroExEngine(
  { key, url = 'https://api.0x.org', chains = CHAINS }: VendorOptions,
  rpc: Pick<RpcService, 'call'>,
): SwapEngine {
  const headers = { '0x-api-key': key, '0x-version': 'v2' };
  const ask = <Answer>(
    call: 'price' | 'quote',
    { chainId, from, to }: SwapRequest,
    query: Readonly<Record<string, string>>,
    schema: z.ZodType<Answer>,
    gone: AbortSignal,
  ) => {
    const target = urlUnder(url, `/swap/allowance-holder/${call}`);
    const pair = { sellToken: vendorToken(from), buyToken: vendorToken(to) };
    const chain = chainId.slice('eip155:'.length);
    target.search = new URLSearchParams({ chainId: chain, ...pair, ...query }).toString();
    return askVendor({ url: target, headers, gone }, schema);
  };
  const priceOf = async (request: SwapRequest, amount: bigint, gone: AbortSignal) => {
    const answer = await ask('price', request, { sellAmount: String(amount) }, priceAnswer, gone);
    if (!answer?.liquidityAvailable) return undefined;
    return { amount, amountOut: BigInt(answer.buyAmount), gas: BigInt(answer.gas ?? 0) };
  };
  return {
    id: '0x',
    chains: () => chains,
    async quote(request, gone) {
      if (request.amount <= 0n || request.from === request.to) return [];
      const small = probeOf(request.amount);
      const [price, probe] = await Promise.all([
        priceOf(request, request.amount, gone),
        small === undefined ? undefined : priceOf(request, small, gone),
      ]);
      if (!price || price.amountOut === 0n) return [];
      const { amountOut, gas } = price;
      const priceImpactPct = impactOf(request.amount, amountOut, probe);
      return [{ request, amountOut, gas, priceImpactPct, route: [] }];
    },
    spender: async () => ALLOWANCE_HOLDER,
    async build({ request, amountOut }, terms, gone) {
      const { account, minimumOut } = terms;
      const slippageBps = String(slippageFor(amountOut, terms));
      const query = { sellAmount: String(request.amount), taker: account, slippageBps };
      const answer = await ask('quote', request, query, swapAnswer, gone);
      if (!answer?.liquidityAvailable) throw new VendorError('0x builds no swap');
      if (BigInt(answer.minBuyAmount) < minimumOut)
        throw new VendorError('0x guarantees less than the minimum');
      const { to, data, value } = answer.transaction;
      const transaction = { to, data, value: BigInt(value) };
      await checkZeroExSwap(transaction, { request, account, minimumOut }, { rpc, gone });
      return transaction;
    },
  };
}
