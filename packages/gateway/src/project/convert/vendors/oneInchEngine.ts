import { type ChainId, urlUnder } from 'latchkit/protocol';
import { type Hex, isAddress, isAddressEqual, isHex } from 'viem';
import * as z from 'zod';
import { PriceChanged } from '../PriceChanged.js';
import type { SwapEngine, SwapRequest } from '../SwapEngine.js';
import { VendorError } from '../VendorError.js';
import { askVendor, impactOf, probeOf, vendorToken } from './askVendor.js';
import { checkOneInchSwap, oneInchRouter } from './checkOneInchSwap.js';
import { afterSlippage, slippageFor } from './slippageFor.js';

const address = z.custom<Hex>(value => typeof value === 'string' && isAddress(value, { strict: false }));
const units = z.string().regex(/^\d{1,78}$/);
const quoteAnswer = z.object({ dstAmount: units, gas: z.number().int().nonnegative() });
const spenderAnswer = z.object({ address });
const swapAnswer = z.object({
  dstAmount: units,
  tx: z.object({ to: address, data: z.custom<Hex>(value => isHex(value)), value: units }),
});

/** The chains of the aggregation API v6. */
const CHAINS: readonly ChainId[] = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554].map(
  (id): ChainId => `eip155:${id}`,
);

/** Where and with which key the API is asked. */
export interface VendorOptions {
  readonly key: string;
  /** Default: the vendor's own. */
  readonly url?: string;
  /** Default: those of the vendor's API. */
  readonly chains?: readonly ChainId[];
}

/** Swaps by the aggregation API v6 of 1inch, with the operator's key. */
export function oneInchEngine({
  key,
  url = 'https://api.1inch.dev',
  chains = CHAINS,
}: VendorOptions): SwapEngine {
  const headers = { Authorization: `Bearer ${key}` };
  const ask = <Answer>(
    chainId: ChainId,
    call: string,
    query: Readonly<Record<string, string>>,
    schema: z.ZodType<Answer>,
    gone: AbortSignal,
  ) => {
    const target = urlUnder(url, `/swap/v6.0/${chainId.slice('eip155:'.length)}/${call}`);
    target.search = new URLSearchParams(query).toString();
    return askVendor({ url: target, headers, gone }, schema);
  };
  const quoteOf = async ({ chainId, from, to }: SwapRequest, amount: bigint, gone: AbortSignal) => {
    const pair = { src: vendorToken(from), dst: vendorToken(to), amount: String(amount) };
    const answer = await ask(chainId, 'quote', { ...pair, includeGas: 'true' }, quoteAnswer, gone);
    return answer && { amount, amountOut: BigInt(answer.dstAmount), gas: BigInt(answer.gas) };
  };
  return {
    id: '1inch',
    chains: () => chains,
    async quote(request, gone) {
      if (request.amount <= 0n || request.from === request.to) return [];
      const small = probeOf(request.amount);
      const [quote, probe] = await Promise.all([
        quoteOf(request, request.amount, gone),
        small === undefined ? undefined : quoteOf(request, small, gone),
      ]);
      if (!quote || quote.amountOut === 0n) return [];
      const { amountOut, gas } = quote;
      const priceImpactPct = impactOf(request.amount, amountOut, probe);
      return [{ request, amountOut, gas, priceImpactPct, route: [] }];
    },
    async spender(chainId, gone) {
      const answer = await ask(chainId, 'approve/spender', {}, spenderAnswer, gone);
      if (!answer || !isAddressEqual(answer.address, oneInchRouter(chainId)))
        throw new VendorError('1inch names another contract to approve than its router');
      return answer.address;
    },
    async build({ request, amountOut }, terms, gone) {
      const { account, minimumOut } = terms;
      const { chainId, from, to, amount } = request;
      const slippage = slippageFor(amountOut, terms);
      const query = {
        src: vendorToken(from),
        dst: vendorToken(to),
        amount: String(amount),
        from: account,
        origin: account,
        // In percent.
        slippage: String(Number(slippage) / 100),
        // The page simulates it from the account, when its approval is on the chain.
        disableEstimate: 'true',
        // Excludes `unoswap` and its kind, whose pools decide what they pay.
        compatibility: 'true',
      };
      const answer = await ask(chainId, 'swap', query, swapAnswer, gone);
      if (!answer) throw new VendorError('1inch builds no swap');
      if (afterSlippage(BigInt(answer.dstAmount), slippage) < minimumOut)
        throw new PriceChanged('The price has changed');
      const { to: router, data, value } = answer.tx;
      const transaction = { to: router, data, value: BigInt(value) };
      checkOneInchSwap(transaction, { request, account, minimumOut });
      return transaction;
    },
  };
}
