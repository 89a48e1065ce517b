// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage, type SwapRun, type SwapState } from '../../../core/index.js';
import { EMPTY_SWAP } from '../../../core/swap/swapState.js';
import { mainnet } from '../../../networks/index.js';
import { swap as texts } from '../../locales/en/swap.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { useModal } from '../../runtime/ModalContext.js';
import { SwapReviewView } from './SwapReviewView.js';
import { SwapSelectTokenView, TokenGroups } from './SwapSelectTokenView.js';
import { SwapView } from './SwapView.js';
import { readSlippage, swapCheck } from './swapCheck.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ETHER = 10n ** 18n;
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2_000,
  quantity: { decimals: 18, numeric: '1.5' },
} as const;
const dollar = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  price: 1,
  quantity: { decimals: 6, numeric: '3' },
} as const;
const filled: SwapState = {
  ...EMPTY_SWAP,
  account: `eip155:1:${ADDRESS}`,
  status: 'ready',
  tokens: [ether, dollar],
  from: ether,
  to: dollar,
  amount: '0.25',
  quoteStatus: 'ready',
  quote: {
    engine: 'pools',
    from: 'eip155:1',
    to: dollar.address,
    amountIn: ETHER / 4n,
    amountOut: 499_000_000n,
    minimumOut: 494_010_000n,
    priceImpactPct: 0.2,
    fee: 10n ** 15n,
    expiresAt: 0,
    route: [],
  },
};
const withImpact = (priceImpactPct: number): SwapState => ({
  ...filled,
  quote: filled.quote && { ...filled.quote, priceImpactPct },
});

function connectedKit(swap: SwapState) {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), projectId: 'p' });
  const { eip155 } = kit.store.getState().namespaces;
  if (!eip155) throw new Error('no eip155');
  const account = {
    ...eip155.account,
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}` as const,
    isConnected: true as const,
    status: 'connected' as const,
  };
  kit.kernel.set({ namespaces: { eip155: { ...eip155, account, balance: '1.5' } }, swap });
  return kit;
}

/** Adds the texts, which load with the views. */
function Texts({ children }: { children: React.ReactNode }) {
  useModal().text.add(texts);
  return children;
}

const form = (swap: SwapState) =>
  renderInModal(
    connectedKit(swap),
    <Texts>
      <SwapView view={{ name: 'Swap' }} depth={1} />
    </Texts>,
  );
const review = (swap: SwapState) =>
  renderInModal(
    connectedKit(swap),
    <Texts>
      <SwapReviewView view={{ name: 'SwapReview' }} depth={1} />
    </Texts>,
  );

describe('the amounts of a swap', () => {
  it('have all their digits in the tooltip, and fees their worth (UX-37)', () => {
    const held = { ...dollar, quantity: { decimals: 6, numeric: '10000.123456' } };
    const quote = filled.quote && { ...filled.quote, amountOut: 499_123_456n, minimumOut: 494_132_221n };
    const swap = { ...filled, to: held, tokens: [ether, held], quote };
    const tipsIn = (markup: string) => {
      const page = document.createElement('div');
      page.innerHTML = markup;
      return new Map(
        [...page.querySelectorAll('[data-tip]')].map(one => [one.textContent, one.getAttribute('data-tip')]),
      );
    };
    const inForm = tipsIn(form(swap));
    expect(inForm.get('10,000.123')).toBe('10000.123456 USDC');
    expect(inForm.get('1.500')).toBe('1.5 ETH');
    const inReview = tipsIn(review(swap));
    expect(inReview.get('499.123 USDC')).toBe('499.123456 USDC');
    expect(inReview.get('494.132 USDC')).toBe('494.132221 USDC');
    expect(inReview.get('0.001 ETH ($2.00)')).toBe('0.001 ETH');
  });
});

describe('TokenGroups', () => {
  it('has tokens with a route first, and the others can’t be chosen (V-07)', () => {
    const gold = {
      ...dollar,
      name: 'Gold',
      symbol: 'GLD',
      address: `eip155:1:0x${'aB'.repeat(20)}`,
    } as const;
    const shown = renderInModal(
      connectedKit(filled),
      <Texts>
        <TokenGroups
          tokens={[gold, dollar]}
          unrouted={new Set([gold.address.toLowerCase()])}
          other={ether}
          network="Ethereum"
          chosen={undefined}
          onPick={() => {}}
        />
      </Texts>,
    );
    expect(visibleText(shown)).toMatch(/USD Coin.*Can’t be swapped for ETH here.*Gold/);
    const page = document.createElement('div');
    page.innerHTML = shown;
    const rows = [...page.querySelectorAll('button')];
    expect(rows.map(row => row.getAttribute('aria-disabled'))).toEqual([null, 'true']);
    const why = rows[1]?.getAttribute('aria-describedby') ?? '';
    expect(page.querySelector(`[id="${why}"]`)?.textContent).toBe('Can’t be swapped for ETH here');
  });
});

describe('swapCheck', () => {
  const check = (change: Partial<SwapState>, native: bigint | undefined = (ETHER * 3n) / 2n) =>
    swapCheck({ ...filled, ...change }, native)?.kind;

  it('finds what prevents a swap from being reviewed', () => {
    expect(check({})).toBeUndefined();
    expect(check({ amount: '' })).toBe('incomplete');
    expect(check({ to: undefined })).toBe('incomplete');
    expect(check({ amount: 'much' })).toBe('notNumber');
    expect(check({ amount: '0' })).toBe('zero');
    expect(check({ amount: '0.1234567890123456789' })).toBe('tooManyDecimals');
    expect(check({ amount: '2' })).toBe('tooMuch');
    expect(check({ from: dollar, to: ether, amount: '4' })).toBe('tooMuch');
    expect(check({}, ETHER / 4n)).toBe('fee');
    expect(check({ quote: undefined })).toBe('noQuote');
    expect(check({ quoteStatus: 'error' })).toBe('noQuote');
    // The quote belongs to another amount.
    expect(check({ amount: '0.3' })).toBe('noQuote');
    expect(swapCheck(withImpact(51), ETHER)?.kind).toBe('impact');
  });

  it('allows a slippage from 0.05 to 50 percent', () => {
    expect(['0.05', '1', '0,5', '50'].map(readSlippage)).toEqual([0.05, 1, 0.5, 50]);
    expect(['0.04', '50.1', '', 'x', '-1'].map(readSlippage)).toEqual(Array(5).fill(undefined));
  });
});

describe('SwapView', () => {
  /** What assistive technology announces at once. */
  const announced = (impact: number) =>
    [...form(withImpact(impact)).matchAll(/<[^>]*role="(?:alert|status)"[^>]*>(.*?)<\/(?:span|div|p)>/g)]
      .map(([, text = '']) => visibleText(text))
      .filter(text => /to trade|more than 50%/.test(text));

  it('announces a loss without its figure, which every quote changes (UX-26)', () => {
    expect(announced(19.99)).toHaveLength(1);
    expect(announced(20.01)).toEqual(announced(19.99));
    expect(announced(51)).not.toEqual(announced(19.99));
    expect(visibleText(form(withImpact(19.99)))).toContain('19.99');
    expect(announced(19.99).join()).not.toContain('19.99');
  });

  it('does not lead on with a primary button where much is lost (UX-26)', () => {
    const button = (impact: number) =>
      /data-variant="(\w+)"[^>]*data-return="review"/.exec(form(withImpact(impact)))?.[1];
    expect([button(0.2), button(9.9), button(10.1)]).toEqual(['primary', 'primary', 'secondary']);
  });

  it('has the fields You pay and You receive, and a button for each token', () => {
    const html = form(filled);
    expect(html).toContain('aria-label="Pay with: ETH. Change"');
    expect(html).toContain('aria-label="Receive: USDC. Change"');
    expect(visibleText(html)).toContain('You pay');
    expect(html).toMatch(/readOnly="" |readonly=""/i);
    expect(html).toContain('value="499"');
  });

  it('points out a loss over 3 %, and has no button over 50 %', () => {
    expect(visibleText(form(withImpact(2.9)))).not.toContain('You’d lose');
    expect(visibleText(form(withImpact(3.1)))).toContain('You’d lose about $15.50');
    expect(visibleText(form(withImpact(12.5)))).toContain('You’d lose about $62.50, or 12.5%');
    const refused = visibleText(form(withImpact(51)));
    expect(refused).toContain('more than 50%');
    expect(refused).not.toContain('Review swap');
  });

  it('points out a slippage over 5 %, and a token that is on no list', () => {
    expect(visibleText(form({ ...filled, slippage: 5 }))).not.toContain('With a slippage');
    expect(visibleText(form({ ...filled, slippage: 6 }))).toContain('With a slippage of 6%');
    expect(visibleText(form({ ...filled, to: { ...dollar, unlisted: true } }))).toContain('Unknown token');
  });
});

describe('SwapSelectTokenView', () => {
  it('names an unlisted token an unknown one', () => {
    const html = renderInModal(
      connectedKit({ ...filled, tokens: [{ ...dollar, unlisted: true }] }),
      <Texts>
        <SwapSelectTokenView view={{ name: 'SwapSelectToken', side: 'to' }} depth={2} />
      </Texts>,
    );
    expect(visibleText(html)).toContain('Unknown token');
    expect(visibleText(html)).toContain('USD Coin (USDC) on Ethereum');
  });
});

describe('SwapReviewView', () => {
  const isDisabled = (html: string, label: string) =>
    new RegExp(`<button[^>]*disabled[^>]*><span>${label}`).test(html);

  it('asks to accept a loss over 10 %', () => {
    expect(isDisabled(review(filled), 'Swap 0.25 ETH')).toBe(false);
    expect(review(filled)).not.toContain('type="checkbox"');
    const costly = review(withImpact(12.5));
    expect(isDisabled(costly, 'Tick the box to swap')).toBe(true);
    expect(visibleText(costly)).toContain('I accept losing about $62.50');
    expect(visibleText(review(withImpact(60)))).not.toContain('Swap 0.25 ETH');
  });

  const run: SwapRun = {
    from: dollar,
    to: ether,
    amountIn: 250_000_000n,
    amountOut: ETHER / 8n,
    stages: ['approval', 'swap'],
    steps: 2,
    step: 1,
    status: 'asking',
  };
  const shown = (change: Partial<SwapRun>) => visibleText(review({ ...filled, run: { ...run, ...change } }));

  it('names the exact allowance in step 1 of 2, and says in step 2 that closing is safe', () => {
    expect(shown({})).toContain('Step 1 of 2: allow 250 USDC');
    expect(shown({})).toContain('exactly 250 USDC, once');
    expect(shown({ step: 2, status: 'confirming' })).toContain('Step 2 of 2: swapping');
    expect(shown({ step: 2, status: 'confirming' })).toContain('You can close this');
  });

  it('says that a permit costs nothing, and why a token needs three steps', () => {
    expect(shown({ stages: ['permit', 'swap'] })).toContain('Step 1 of 2: sign for 250 USDC');
    expect(shown({ stages: ['permit', 'swap'] })).toContain('It costs no fee.');
    const three = shown({ stages: ['reset', 'approval', 'swap'], steps: 3 });
    expect(three).toContain('Step 1 of 3: remove old access');
    expect(three).toContain('USDC allows no new amount until the old one is removed');
  });

  it('shows the amounts of the receipt', () => {
    const done = shown({ status: 'done', received: 126_000_000_000_000_000n, fee: 10n ** 15n });
    expect(done).toContain('You got 0.126 ETH');
    expect(done).toContain('0.001 ETH');
  });

  it('says first what is safe, then the reason and the fee', () => {
    const error = Object.assign(new Error('Too little received'), {
      name: 'LatchkitError',
      code: 'TRANSACTION_REVERTED',
      context: {},
    }) as unknown as NonNullable<SwapRun['error']>;
    const failed = shown({
      step: 2,
      status: 'failed',
      error,
      hash: '0x1',
      fee: 10n ** 14n,
      approvalHash: '0x2',
    });
    expect(failed).toContain('You still have your 250 USDC. The network refused it: Too little received.');
    const gas = Object.assign(error, { message: 'out of gas' });
    const ranOut = shown({ step: 2, status: 'failed', error: gas, hash: '0x1' });
    // V-02 asks for the reason, what is safe, and what the next try does.
    expect(ranOut).toContain(
      'You still have your 250 USDC. It ran out of gas, so only the network fee was charged. The next try',
    );
    expect(failed).toContain('Network fee of 0.0001 ETH was used');
    expect(failed).toContain('Still valid for the next try');
  });
});
