import { describe, expect, it } from 'vitest';
import type { SwapQuote, SwapState, SwapToken } from '../../../core/index.js';
import { EMPTY_SWAP } from '../../../core/swap/swapState.js';
import type { Text } from '../../runtime/createText.js';
import { aboutText, amountText, exactText, rateText, worthText } from './swapAmounts.js';
import { swapCheck } from './swapCheck.js';

const text = {
  locale: 'en',
  t: (_: string, slots: Record<string, string>) => `1 ${slots.from} = ${slots.amount} ${slots.to}`,
} as unknown as Text;
/** 8 move, and 10 are shown. */
const UNITS = 8_000_000n;
const share: SwapToken = {
  ...{ name: 'Share', symbol: 'SHARE', chainId: 'eip155:1' },
  address: 'eip155:1:0x5FbDB2315678afecb367f032d93F642f64180aa3',
  quantity: { decimals: 6, numeric: '8' },
  shown: { amount: '10', factor: '1.25' },
  price: 3,
};
const gold: SwapToken = { ...share, symbol: 'GOLD', address: undefined, shown: undefined };
const quote: SwapQuote = {
  ...{ engine: 'pools', from: 'eip155:1:0x5FbDB2315678afecb367f032d93F642f64180aa3', to: 'eip155:1' },
  ...{ amountIn: UNITS, amountOut: 20_000_000n, minimumOut: 19_000_000n, fee: 0n },
  ...{ priceImpactPct: 0, expiresAt: 0, route: [] },
};
const form = (amount: string): SwapState => ({
  ...{ ...EMPTY_SWAP, from: share, to: gold, amount },
  ...{ quote, quoteStatus: 'ready' },
});

describe('the amounts of a scaled token in a swap', () => {
  it.each([
    ['in the steps', amountText(text, UNITS, share), '10 SHARE'],
    ['in a tooltip', exactText(UNITS, share), '10 SHARE'],
    ['as a quote', aboutText(text, UNITS, share), '10 SHARE'],
    ['as a rate', rateText(text, quote, share, gold), '1 SHARE = 2 GOLD'],
    ['as a rate of what is received', rateText(text, quote, gold, share), '1 GOLD = 3.125 SHARE'],
    ['without a worth', worthText(text, UNITS, share), undefined],
  ])('are those that are shown: %s (RV-26)', (_, shown, expected) => {
    expect(shown).toBe(expected);
  });

  it('are typed as they are shown, up to what the account holds (RV-26)', () => {
    expect(swapCheck(form('10'), 0n)).toBeUndefined();
    expect(swapCheck(form('8'), 0n)).toEqual({ kind: 'noQuote' });
    expect(swapCheck(form('10.1'), 0n)).toEqual({ kind: 'tooMuch', most: '10' });
  });
});
