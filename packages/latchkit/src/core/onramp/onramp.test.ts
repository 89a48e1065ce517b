// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import { connect } from '../connection/connect.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import {
  type EventStream,
  type StubGateway,
  startStubGateway,
  turns,
  until,
} from '../testSupport/stubGateway.test-support.js';
import { forgetPurchase } from './followPurchase.js';
import {
  chosenOffer,
  onrampOffers,
  onrampProblem,
  selectOnramp,
  setOnrampChoice,
  setOnrampProvider,
} from './onrampDraft.js';
import { openOnramp, setOnrampCountry } from './openOnramp.js';
import { readMadeOrders } from './purchaseRecord.js';
import { startPurchase } from './startPurchase.js';

const OPTIONS = '/v1/onramp/options';
const QUOTE = '/v1/onramp/quote';
const URL_CALL = '/v1/generators/onrampurl';
const ORDER_ID = 'o'.repeat(32);
const ORDER = `/v1/onramp/orders/${ORDER_ID}`;
const EVENTS = `${ORDER}/events`;
const SOLANA_REFERENCE = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const limits = (max: number) => [{ id: 'card', min: '20', max: String(max) }];
const usdc = {
  id: 'USDC',
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [
    { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '0xA0b8' },
    { name: 'base', display_name: 'Base', chain_id: 8453, contract_address: '0x8335' },
  ],
};
const sol = {
  id: 'SOL',
  name: 'Solana',
  symbol: 'SOL',
  networks: [{ name: 'solana', display_name: 'Solana', chain_id: SOLANA_REFERENCE, contract_address: '' }],
};
const quoteOf = (provider: string, amount: string) => ({ provider, purchaseAmount: { amount }, fee: '1' });

let gateway: StubGateway;
let orderStatus = 'created';
const kits: { destroy(): void }[] = [];
beforeEach(async () => {
  orderStatus = 'created';
  gateway = await startStubGateway({
    [OPTIONS]: [
      200,
      {
        purchaseCurrencies: [sol, usdc],
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: limits(500) },
          { id: 'GBP', payment_method_limits: [] },
        ],
        providers: [
          { id: 'meld', name: 'Meld', feeRange: [1, 2] },
          { id: 'coinbase', name: 'Coinbase', feeRange: [1, 2] },
        ],
      },
    ],
    [QUOTE]: [
      200,
      { purchaseAmount: { amount: '99' }, quotes: [quoteOf('meld', '98.5'), quoteOf('coinbase', '99')] },
    ],
    [URL_CALL]: [200, { url: 'https://sells.example/buy?token=t', orderId: ORDER_ID }],
    [ORDER]: () => [200, { status: orderStatus }],
  });
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.restoreAllMocks();
  await gateway.stop();
});

/** The provider's window. */
interface Opened {
  opener: unknown;
  readonly location: { href: string };
  close(): void;
}

async function opened(options: Partial<LatchkitOptions> = {}) {
  const quiet = { email: false, socials: false, analytics: false } as const;
  const { kit, events } = startedKit({
    gateway: gateway.url,
    ...options,
    features: { ...quiet, ...options.features },
  });
  kits.push(kit);
  await connect(kit, { connectorId: 'io.one' });
  const close = openOnramp(kit);
  onTestFinished(close);
  const windows: Opened[] = [];
  vi.spyOn(window, 'open').mockImplementation(() => {
    const popup: Opened = { opener: window, location: { href: '' }, close: () => {} };
    windows.push(popup);
    return popup as unknown as Window;
  });
  const onramp = () => selectOnramp(kit.store.getState());
  return { kit, events, onramp, windows, close };
}

const untilQuoted = (onramp: () => ReturnType<typeof selectOnramp>) =>
  until(() => onramp().purchaseAmount !== undefined);

describe('openOnramp', () => {
  it('asks what is sold in the visitor’s country, and chooses USDC on the active network [CALL-34] [ENT-18] [ENT-19]', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-AT');
    const { kit, onramp } = await opened();
    await until(() => onramp().status === 'ready');
    const [asked] = gateway.asked(OPTIONS);
    expect(asked?.url.searchParams.get('country')).toBe('AT');
    // SOL does not arrive at an EVM account; Base is not among the page's networks.
    expect(
      onramp().purchaseCurrencies.map(({ id, networks }) => [id, networks.map(({ name }) => name)]),
    ).toEqual([['USDC', ['ethereum']]]);
    expect(onramp().network?.chain_id).toBe('1');
    expect(onramp().paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'GBP']);
    const problemOf = (paymentAmount: string) => {
      setOnrampChoice(kit, { paymentAmount });
      return onrampProblem(onramp());
    };
    expect(problemOf('19')).toEqual({ kind: 'min', limit: 20 });
    expect(problemOf('500')).toBeUndefined();
    expect(problemOf('501')).toEqual({ kind: 'max', limit: 500 });
    expect([problemOf('abc'), problemOf('')]).toEqual([{ kind: 'number' }, { kind: 'none' }]);
    setOnrampCountry(kit, 'DE');
    await until(() => gateway.asked(OPTIONS).length === 2);
    expect(gateway.asked(OPTIONS)[1]?.url.searchParams.get('country')).toBe('DE');
  });

  it('falls back to USDC on Ethereum and Polygon, USD and EUR, and the usual limits [LIM-28] [LIM-29] [LIM-30] [LIM-31]', async () => {
    gateway.answers[OPTIONS] = [500, {}];
    const { kit, onramp } = await opened({
      networks: [{ ...mainnet, id: 31337, caipNetworkId: 'eip155:31337' }],
    });
    await until(() => onramp().status === 'error');
    expect(
      onramp().purchaseCurrencies.map(({ id, networks }) => [id, networks.map(one => one.chain_id)]),
    ).toEqual([['USDC', ['1', '137']]]);
    expect(onramp().paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR']);
    const isAccepted = (paymentMethod: 'card' | 'bank', paymentAmount: string) => {
      setOnrampChoice(kit, { paymentMethod, paymentAmount });
      return onrampProblem(onramp()) === undefined;
    };
    expect(['9', '10', '7500', '7501'].map(sum => isAccepted('card', sum))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['9', '10', '25000', '25001'].map(sum => isAccepted('bank', sum))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('offers the providers that the project lists, of those that this version knows [LIM-27]', async () => {
    gateway.answers[OPTIONS] = [500, {}];
    const { onramp } = await opened();
    await until(() => onramp().status === 'error');
    expect(onramp().providers).toEqual([
      { id: 'meld', name: 'Meld', feeRange: [1, 2] },
      { id: 'coinbase', name: 'Coinbase', feeRange: [1, 2] },
    ]);
    const other = await opened({ features: { onramp: ['coinbase', 'nobody'] } });
    await until(() => other.onramp().status === 'error');
    expect(other.onramp().providers.map(({ id }) => id)).toEqual(['coinbase']);
  });

  it('offers another provider only if the operator lists it at both places, with its own fee [LIM-27] (rows-K11)', async () => {
    const [status, body] = gateway.answers[OPTIONS] as [number, object];
    const third = { id: 'third', name: 'Third', feeRange: [4, 9] };
    gateway.answers[OPTIONS] = [status, { ...body, providers: [third, { ...third, id: 'fourth' }] }];
    const onramp = ['coinbase', 'third'] as unknown as readonly ['coinbase'];
    const other = await opened({ features: { onramp } });
    await until(() => other.onramp().status === 'ready');
    expect(other.onramp().providers).toEqual([third]);
  });

  it('requests nothing more when it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { kit, onramp, close } = await opened();
    await untilQuoted(onramp);
    vi.advanceTimersByTime(30_000);
    await until(() => gateway.asked(QUOTE).length === 2);
    setOnrampChoice(kit, { paymentAmount: '50' });
    close();
    // Other parts of the instance, such as balances, may still be loading.
    const asked = () => gateway.asked().filter(({ url }) => url.pathname.startsWith('/v1/onramp/'));
    const before = asked().length;
    vi.advanceTimersByTime(120_000);
    await turns();
    expect(asked()).toHaveLength(before);
  });

  it('requests no quotes if it is closed while the options load', async () => {
    const { onramp, close } = await opened();
    close();
    await until(() => onramp().status === 'ready');
    await turns();
    expect(gateway.asked(QUOTE)).toEqual([]);
  });

  it('names the visitor’s state in the US to the providers', async () => {
    const { kit, onramp } = await opened();
    await untilQuoted(onramp);
    setOnrampCountry(kit, 'US', 'NY');
    await until(() => gateway.asked(QUOTE).at(-1)?.url.searchParams.get('subdivision') === 'NY');
    expect(gateway.asked(OPTIONS).at(-1)?.url.searchParams.get('subdivision')).toBe('NY');
    await until(() => !onramp().quotesLoading);
    await startPurchase(kit);
    expect(gateway.asked(URL_CALL)[0]?.body).toMatchObject({ country: 'US', subdivision: 'NY' });
  });
});

describe('quotes', () => {
  it('are asked for with four fields when the amount changes, and show the best [CALL-35] [ENT-20]', async () => {
    const { kit, onramp } = await opened();
    await untilQuoted(onramp);
    setOnrampChoice(kit, { paymentAmount: '1' });
    setOnrampChoice(kit, { paymentAmount: '12,50' });
    expect(gateway.asked(QUOTE)).toHaveLength(1);
    setOnrampChoice(kit, { paymentAmount: '125,50' });
    expect(onramp()).toMatchObject({ purchaseAmount: undefined, quotesLoading: true });
    await untilQuoted(onramp);
    expect(gateway.asked(QUOTE).map(({ body }) => body)).toEqual([
      { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100', network: 'ethereum' },
      { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '125.50', network: 'ethereum' },
    ]);
    expect(onramp()).toMatchObject({ purchaseAmount: '99', quotesLoading: false, error: undefined });
    expect(onrampOffers(onramp()).map(({ provider }) => provider.id)).toEqual(['coinbase', 'meld']);
    expect(chosenOffer(onramp())?.provider.id).toBe('coinbase');
    setOnrampProvider(kit, 'meld');
    expect(chosenOffer(onramp())?.quote?.purchaseAmount.amount).toBe('98.5');
  });

  it('store an error as its message, and the next quote removes it [ERR-44]', async () => {
    gateway.answers[QUOTE] = [400, { error: { code: 'ONRAMP_REFUSED', message: 'The amount is too small' } }];
    const { kit, onramp } = await opened();
    await until(() => onramp().error !== undefined);
    expect(onramp()).toMatchObject({
      error: 'The amount is too small',
      purchaseAmount: undefined,
      quotes: [],
    });
    gateway.answers[QUOTE] = [200, { purchaseAmount: { amount: 7 } }];
    setOnrampChoice(kit, { paymentAmount: '30' });
    await untilQuoted(onramp);
    expect(onramp()).toMatchObject({ error: undefined, purchaseAmount: '7', quotes: [] });
  });
});

describe('startPurchase', () => {
  it('opens the provider’s page with the currency, and ends the order once [CALL-33] [CALL-39]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const storage = memoryStorage();
    const { kit, onramp, windows, events } = await opened({ storage });
    await untilQuoted(onramp);
    await startPurchase(kit);
    expect(gateway.asked(URL_CALL)[0]?.body).toMatchObject({
      provider: 'coinbase',
      purchaseCurrency: 'USDC',
      paymentCurrency: 'USD',
      amount: '100',
      network: 'ethereum',
      address: ADDRESS,
      paymentMethod: 'card',
    });
    const [popup] = windows;
    expect(popup?.opener).toBeNull();
    expect(popup?.location.href).toBe('https://sells.example/buy?token=t&destinationCurrencyCode=USDC');
    expect(onramp().order).toMatchObject({ id: ORDER_ID, providerName: 'Coinbase', status: 'created' });
    // One order at a time.
    await startPurchase(kit);
    expect(gateway.asked(URL_CALL)).toHaveLength(1);
    orderStatus = 'completed';
    await until(() => {
      vi.advanceTimersByTime(500);
      return onramp().order?.status === 'completed';
    });
    expect(storage.getItem('latchkit.v1.purchase')).toBeNull();
    expect(readMadeOrders(storage, `eip155:1:${ADDRESS}`)).toMatchObject([
      { id: ORDER_ID, provider: 'coinbase' },
    ]);
    vi.advanceTimersByTime(60_000);
    await turns();
    const bought = events.filter(({ event }) => event.startsWith('BUY_'));
    expect(bought).toMatchObject([
      { event: 'BUY_INITIATED', chainId: 'eip155:1', symbol: 'USDC', provider: 'coinbase' },
      { event: 'BUY_SUCCESS', chainId: 'eip155:1', symbol: 'USDC', provider: 'coinbase' },
    ]);
    forgetPurchase(kit);
    expect(onramp().order).toBeUndefined();
  });

  it('ends the order by an event of the gateway without asking for it, and asks again when the events end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const streams: EventStream[] = [];
    gateway.streams[EVENTS] = stream => streams.push(stream);
    const { kit, onramp, events } = await opened();
    await untilQuoted(onramp);
    await startPurchase(kit);
    const pass = (condition: () => boolean) =>
      until(() => {
        vi.advanceTimersByTime(500);
        return condition();
      });
    await pass(() => streams.length === 1);
    streams[0]?.write(': a comment\n\ndata: {"status":"created"}\n\ndata: no JSON\n\ndata: {"sta');
    streams[0]?.write('tus":"paid"}\n\n');
    await until(() => onramp().order?.status === 'paid');
    const asked = gateway.asked(ORDER).length;
    vi.advanceTimersByTime(8_000);
    await turns();
    expect(gateway.asked(ORDER)).toHaveLength(asked);
    // Without events, the order is asked for, and the stream is opened again.
    streams[0]?.end();
    orderStatus = 'paid';
    await pass(() => gateway.asked(ORDER).length > asked || streams.length === 2);
    await pass(() => streams.length === 2);
    orderStatus = 'completed';
    streams[1]?.write('data: {"status":"completed"}\n\n');
    await until(() => onramp().order?.status === 'completed');
    vi.advanceTimersByTime(60_000);
    await turns();
    expect(events.filter(({ event }) => event === 'BUY_SUCCESS')).toHaveLength(1);
  });

  it('ends the order once by the balance if that shows it first, and only for the whole amount', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let numeric = '5';
    const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const held = () => ({
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: 'eip155:1',
      address: `eip155:1:${contract}`,
      quantity: { decimals: '6', numeric },
    });
    const balancePath = `/v1/account/${ADDRESS}/balance`;
    gateway.answers['/v1/supported-chains'] = [200, { http: ['eip155:1'] }];
    gateway.answers[balancePath] = () => [200, { balances: [held()] }];
    gateway.answers[OPTIONS] = [500, {}];
    const { kit, onramp, events } = await opened();
    await untilQuoted(onramp);
    // The page has not read the balance before.
    await startPurchase(kit);
    expect(onramp().order).toMatchObject({
      balance: '5',
      purchaseAmount: '99',
      token: `eip155:1:${contract}`,
    });
    const readings = (count: number) =>
      until(() => {
        vi.advanceTimersByTime(500);
        return gateway.asked(balancePath).length >= count;
      });
    // Something else arrives.
    numeric = '55';
    await readings(gateway.asked(balancePath).length + 2);
    expect(onramp().order?.status).toBe('created');
    numeric = '103';
    await readings(gateway.asked(balancePath).length + 1);
    await until(() => onramp().order?.status === 'completed');
    // The provider's report comes later.
    orderStatus = 'completed';
    vi.advanceTimersByTime(60_000);
    await turns();
    expect(events.filter(({ event }) => event.startsWith('BUY_'))).toMatchObject([
      { event: 'BUY_INITIATED' },
      { event: 'BUY_SUCCESS' },
    ]);
  });

  it('names SOL on Solana, and on EVM the currency that the visitor chose [CALL-39] (rows-K8)', async () => {
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.answer.connect = async () => connectionOf('io.one', solana.caipNetworkId);
    const { kit, onramp, windows } = await opened({ networks: [solana], adapters: [adapter] });
    await untilQuoted(onramp);
    await startPurchase(kit);
    expect(windows[0]?.location.href).toContain('destinationCurrencyCode=SOL');

    const other = await opened();
    await untilQuoted(other.onramp);
    // Nobody chose: USDC.
    expect(other.onramp().purchaseCurrency?.symbol).toBe('USDC');
    const { purchaseCurrency, network } = other.onramp();
    if (!purchaseCurrency || !network) throw new Error('nothing is sold');
    setOnrampChoice(other.kit, {
      purchaseCurrency: { ...purchaseCurrency, id: 'ETH', symbol: 'ETH' },
      network,
    });
    await untilQuoted(other.onramp);
    await startPurchase(other.kit);
    expect(other.windows.at(-1)?.location.href).toContain('destinationCurrencyCode=ETH');
  });

  it('shows the running order after a reload, and the one that ended badly until another is started', async () => {
    const storage = memoryStorage();
    const first = await opened({ storage });
    await untilQuoted(first.onramp);
    await startPurchase(first.kit);
    first.close();
    const second = await opened({ storage });
    expect(second.onramp().order).toMatchObject({ id: ORDER_ID, status: 'created' });
    orderStatus = 'declined';
    second.close();
    const close = openOnramp(second.kit);
    onTestFinished(close);
    await until(() => second.onramp().order?.status === 'declined');
    expect(second.events.at(-1)).toMatchObject({ event: 'BUY_ERROR', status: 'declined' });
    expect(storage.getItem('latchkit.v1.purchase')).toBeNull();
  });

  it('treats a corrupt record as absent, and hides the order of another account', async () => {
    for (const text of ['{', '[]', '{"id":7}', JSON.stringify({ status: 'created' })]) {
      const storage = memoryStorage();
      storage.setItem('latchkit.v1.purchase', text);
      const { onramp } = await opened({ storage });
      expect([text, onramp().order]).toEqual([text, undefined]);
    }
    const storage = memoryStorage();
    const { kit, onramp } = await opened({ storage });
    await untilQuoted(onramp);
    await startPurchase(kit);
    const stored = storage.getItem('latchkit.v1.purchase') ?? '';
    const foreign = memoryStorage();
    foreign.setItem('latchkit.v1.purchase', stored.replaceAll(ADDRESS, `0x${'1'.repeat(40)}`));
    const other = await opened({ storage: foreign });
    expect(other.onramp().order).toBeUndefined();
  });

  it('closes the window and keeps the reason if the order is refused, or its page is not of the web', async () => {
    for (const [answer, message] of [
      [[400, { error: { code: 'ONRAMP_REFUSED', message: 'Not in your country' } }], 'Not in your country'],
      [[200, { url: 'javascript:alert(1)' }], 'The provider’s page has no web address.'],
    ] as const) {
      gateway.answers[URL_CALL] = [answer[0], answer[1]];
      const { kit, onramp, windows } = await opened();
      await untilQuoted(onramp);
      await startPurchase(kit);
      expect(onramp()).toMatchObject({ error: message, order: undefined, starting: false });
      expect(windows[0]?.location.href).toBe('');
    }
  });
});
