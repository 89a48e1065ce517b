import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { oddItems } from '../../test/oddAnswers.js';
import { memoryCache } from '../platform/adapters/memory/memoryCache.js';
import { readSolanaBalances, TOKEN_PROGRAMS } from './balances/readSolanaBalances.js';
import { bitcoin } from './bitcoin/service.js';
import type { RpcService } from './chains/service.js';
import { bitcoinSource } from './history/sources/bitcoin/bitcoinSource.js';
import { blockscoutSource } from './history/sources/blockscout/blockscoutSource.js';
import type { HistorySource } from './history/sources/HistorySource.js';
import { solanaSource } from './history/sources/solana/solanaSource.js';
import type { OnrampProvider } from './onramp/OnrampProvider.js';
import { onramp } from './onramp/service.js';
import { coinbase } from './onramp/vendors/coinbase.js';
import { meld } from './onramp/vendors/meld.js';
import { httpPriceSource } from './tokens/httpPriceSource.js';

const never = new AbortController().signal;
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const EVM = 'eip155:8453';
const [OWN, OTHER] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const { privateKey } = generateKeyPairSync('ed25519');

/** Answers what a page or service asks for by a part of the URL. */
function answering(answers: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', async (url: unknown) => {
    const found = Object.entries(answers).find(([part]) => String(url).includes(part));
    return Response.json(found?.[1] ?? {});
  });
}
afterEach(() => vi.unstubAllGlobals());

/** A node that answers by method, and items by the first parameter. */
const nodeOf = (answer: (method: string, params: readonly unknown[]) => unknown): RpcService =>
  ({
    chainIds: [SOLANA, BITCOIN],
    isPublic: () => false,
    call: async (_: string, method: string, params: readonly unknown[]) => answer(method, params),
    callItem: async (
      _: string,
      method: string,
      params: readonly unknown[],
      __: AbortSignal,
      form: { parse: (raw: unknown) => unknown },
    ) => {
      const item = form.parse(answer(method, params));
      return item === undefined ? { kind: 'unreadable', reason: 'form' } : { kind: 'read', item };
    },
  }) as unknown as RpcService;

const sold = async (provider: OnrampProvider) =>
  onramp([provider], {} as never, {} as never).options(undefined, { country: 'DE' }, never);
const coinbaseAt = () =>
  coinbase({
    ...{ keyId: 'k', key: privateKey, webhookSecret: undefined },
    ...{ api: 'https://coinbase.example', page: 'https://pay.example' },
  });
const meldAt = () => meld({ key: 'k', webhookSecret: undefined, api: 'https://meld.example' });

async function pageOf(source: HistorySource, chainId: string, account: string): Promise<readonly string[]> {
  const { transactions } = await source.page({ chainId, account, cursor: undefined, limit: 50 }, never);
  // Each is the money that moved, or says that it cannot be read.
  return transactions.map(
    ({ metadata, transfers }) => `${metadata.hash} ${transfers.map(one => one.quantity.numeric).join('+')}`,
  );
}

interface Loop {
  readonly of: string;
  /** An item by its number. */
  readonly item: (index: number) => object;
  /** What is read of a list, in its order. */
  readonly read: (items: readonly unknown[]) => Promise<readonly string[]>;
  /** What is read of an item. */
  readonly name: (index: number) => string;
  /** Items that are a part of their list by their place, such as the answers to a list of questions, are never listed twice. */
  readonly isPlaced?: boolean;
}

const currency = (index: number, networks: readonly unknown[] = [network(1)]) => ({
  ...{ id: `d${index}`, name: `Coin ${index}`, symbol: `C${index}` },
  networks,
});
const network = (index: number) => ({
  ...{ name: `chain-${index}`, display_name: `Chain ${index}`, chain_id: String(index) },
  contract_address: '0x8335',
});
const limits = (index: number) => ({ id: `F${index}`, limits: [{ id: 'CARD', min: '2', max: '7500' }] });
const options = (payments: readonly unknown[], purchases: readonly unknown[]) =>
  answering({ 'buy/options': { payment_currencies: payments, purchase_currencies: purchases } });

const held = (index: number) => ({
  account: {
    data: {
      parsed: { info: { mint: `Mint${index}`, tokenAmount: { amount: `${index}000000000`, decimals: 9 } } },
    },
  },
});
const hash = (index: number) => `${index}`.repeat(64).slice(0, 64);

const LOOPS: readonly Loop[] = [
  {
    of: 'what can be bought at Coinbase',
    item: index => currency(index),
    async read(items) {
      options([limits(1)], items);
      return (await sold(coinbaseAt())).purchaseCurrencies.map(({ id }) => id);
    },
    name: index => `C${index}`,
  },
  {
    of: 'the networks of a currency at Coinbase',
    item: network,
    async read(items) {
      options([limits(1)], [currency(1, items)]);
      return (await sold(coinbaseAt())).purchaseCurrencies[0]?.networks.map(one => one.chain_id) ?? [];
    },
    name: String,
  },
  {
    of: 'what is paid with at Coinbase',
    item: limits,
    async read(items) {
      options(items, [currency(1)]);
      return (await sold(coinbaseAt())).paymentCurrencies.map(({ id }) => id);
    },
    name: index => `F${index}`,
  },
  {
    of: 'what can be bought at Meld',
    item: index => ({
      ...{ currencyCode: `C${index}_BASE`, name: 'Coin', chainCode: 'BASE', chainName: 'Base' },
      ...{ chainId: '8453', contractAddress: `0x${index}` },
    }),
    async read(items) {
      answering({
        'crypto-currencies': items,
        'fiat-currency-purchases': [{ currencyCode: 'EUR', minimumAmount: 10, maximumAmount: 5_000 }],
      });
      return (await sold(meldAt())).purchaseCurrencies.map(({ id }) => id);
    },
    name: index => `C${index}`,
  },
  {
    of: 'the limits of Meld',
    item: index => ({ currencyCode: `F${index}`, minimumAmount: 10, maximumAmount: 5_000 }),
    async read(items) {
      answering({ 'crypto-currencies': [], 'fiat-currency-purchases': items });
      return (await sold(meldAt())).paymentCurrencies.map(({ id }) => id);
    },
    name: index => `F${index}`,
  },
  {
    of: 'the tokens of a Solana account',
    item: held,
    async read(items) {
      const node = nodeOf((method, params) => {
        if (method === 'getBalance') return { value: 1 };
        if (method !== 'getTokenAccountsByOwner') return { value: [] };
        const [, { programId }] = params as [string, { programId: string }];
        return { value: programId === TOKEN_PROGRAMS[0] ? items : [] };
      });
      const [, ...tokens] = await readSolanaBalances(node, SOLANA, 'Owner', [], never);
      return tokens.map(one => `${one.address} ${one.quantity.numeric}`);
    },
    name: index => `${SOLANA}:Mint${index} ${index}`,
    // An account holds a token in as many token accounts as it likes.
    isPlaced: true,
  },
  {
    of: 'the mints of a Solana account',
    item: index => ({
      data: {
        parsed: {
          info: { extensions: [{ extension: 'tokenMetadata', state: { name: `T${index}`, symbol: 'T' } }] },
        },
      },
    }),
    async read(items) {
      const node = nodeOf((method, params) => {
        if (method === 'getBalance') return { value: 1 };
        if (method === 'getMultipleAccounts') return { value: items };
        const [, { programId }] = params as [string, { programId: string }];
        return { value: programId === TOKEN_PROGRAMS[0] ? items.map((_, index) => held(index + 1)) : [] };
      });
      const [, ...tokens] = await readSolanaBalances(node, SOLANA, 'Owner', [], never);
      return tokens.map(({ name }) => name);
    },
    name: index => `T${index}`,
    isPlaced: true,
  },
  {
    of: 'the transactions of a Solana account',
    item: index => ({
      version: 0,
      blockTime: 1_800_000_000,
      meta: {
        ...{ err: null, fee: 5_000, preBalances: [5_000 + index, 0], postBalances: [0, index] },
        ...{ preTokenBalances: [], postTokenBalances: [] },
      },
      transaction: { message: { accountKeys: ['Payer', 'Owner'] } },
    }),
    async read(items) {
      const listed = items.map((_, index) => ({ signature: `s${index}`, slot: 1, err: null }));
      const node = nodeOf((method, [first]) =>
        method === 'getSignaturesForAddress' ? listed : items[Number(String(first).slice(1))],
      );
      const found = await pageOf(solanaSource(node, []), SOLANA, 'Owner');
      return found.map(one => one.split(' ')[1] ?? '');
    },
    name: index => `0.00000000${index}`,
    isPlaced: true,
  },
  {
    of: 'the transactions of a Bitcoin address',
    item: index => ({
      txid: hash(index),
      vin: [{ prevout: { scriptpubkey_address: 'payer', value: index + 1 } }],
      vout: [{ scriptpubkey_address: 'owner', value: index }],
      status: { confirmed: true, block_time: 1_800_000_000 },
    }),
    async read(items) {
      // What a list must say of each of its items is a part of the list.
      const listed = items.filter(
        one =>
          /^[0-9a-f]{64}$/.test(String((one as { txid?: unknown } | null)?.txid)) &&
          typeof (one as { status?: { confirmed?: unknown } }).status?.confirmed === 'boolean',
      );
      return pageOf(bitcoinSource(nodeOf(() => listed)), BITCOIN, 'owner');
    },
    name: index => `${hash(index)} 0.0000000${index}`,
    isPlaced: true,
  },
  {
    of: 'the transactions that Blockscout lists',
    item: index => ({
      ...{ hash: `0x${hash(index)}`, timestamp: '2026-11-30T00:00:00Z', block_number: 100 - index },
      ...{ from: { hash: OWN }, to: { hash: OTHER }, value: `${index}000000000000000000`, nonce: 1 },
      ...{ status: 'ok', raw_input: '0x' },
    }),
    async read(items) {
      answering({ 'token-transfers': { items: [] }, transactions: { items } });
      return pageOf(blockscoutSource({ [EVM]: 'https://scout.example' }), EVM, OWN);
    },
    name: index => `0x${hash(index)} ${index}`,
  },
  {
    of: 'the token transfers that Blockscout lists',
    item: index => ({
      ...{ transaction_hash: `0x${hash(index)}`, timestamp: '2026-11-30T00:00:00Z' },
      ...{ block_number: 100 - index, log_index: 3, from: { hash: OTHER }, to: { hash: OWN } },
      token: { address_hash: `0x${'33'.repeat(20)}`, name: 'T', symbol: 'T', decimals: '6', type: 'ERC-20' },
      total: { value: `${index}000000`, decimals: '6' },
    }),
    async read(items) {
      answering({ 'token-transfers': { items }, transactions: { items: [] } });
      return pageOf(blockscoutSource({ [EVM]: 'https://scout.example' }), EVM, OWN);
    },
    name: index => `0x${hash(index)} ${index}`,
  },
];

/** Lists that are records: their items have names. */
const RECORDS = [
  {
    of: 'the prices of the operator’s service',
    async read(values: object) {
      answering({ prices: { prices: values } });
      const source = httpPriceSource('https://prices.example');
      return [...(await source.prices(['a', 'b', 'odd', '__proto__', 'constructor'], 'usd', never))];
    },
    values: { a: 1, b: 2 },
    expected: [
      ['a', 1],
      ['b', 2],
    ],
  },
  {
    of: 'the fee rates of Bitcoin',
    async read(values: object) {
      const node = nodeOf(() => values);
      const { fast, normal } = await bitcoin({ rpc: node, cache: memoryCache() }).feeRates(BITCOIN, never);
      return [
        ['1', fast],
        ['6', normal],
      ];
    },
    values: { 1: 20, 6: 10 },
    expected: [
      ['1', 20],
      ['6', 10],
    ],
  },
] as const;

describe('lists that others write', () => {
  it.each(LOOPS)('$of: no odd item stops, hides or doubles the others (RV-01)', async loop => {
    const { item, read, name } = loop;
    const names = [1, 2].map(name);
    expect(await read([item(1), item(2)])).toEqual(names);
    const odd = oddItems(item(3));
    for (const one of odd) {
      const found = await read([item(1), one, item(2)]).catch((error: unknown) => [String(error)]);
      expect(
        found.filter(text => names.includes(text)),
        JSON.stringify(one),
      ).toEqual(names);
      expect(JSON.stringify(found)).not.toMatch(/NaN|\[object|Infinity/);
    }
    // All of them at once, and in another order.
    const all = await read([...odd.slice(0, 20), item(2), ...odd.slice(20, 40), item(1)]);
    expect(all.filter(text => names.includes(text)).sort()).toEqual(names);
    if (loop.isPlaced) return;
    expect(await read([item(1), item(1), item(2), item(1)])).toEqual(names);
  });

  it.each(RECORDS)(
    '$of: no odd value stops or hides the others (RV-01)',
    async ({ read, values, expected }) => {
      for (const one of oddItems({ value: 1 }).filter(value => typeof value !== 'number')) {
        const odd = JSON.parse(JSON.stringify({ ...values, odd: one }));
        expect(await read(odd), JSON.stringify(one)).toEqual(expected);
        const named = JSON.parse(
          `{"__proto__":${JSON.stringify(one ?? null)},${JSON.stringify(values).slice(1, -1)},"constructor":null}`,
        );
        expect(await read(named), JSON.stringify(one)).toEqual(expected);
      }
    },
  );
});
