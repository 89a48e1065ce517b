import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeEvmHistory } from '../../../../../test/chain/evmHistory.js';
import { chainRequest, mineTransaction } from '../../../../../test/chain/minimalContracts.js';
import { historyConformance } from '../../../../../test/conformance/historyConformance.js';
import { startAnvil } from '../../../../../test/servers/startAnvil.js';
import { startBlockscout } from '../../../../../test/servers/startBlockscout.js';
import { blockscoutSource } from './blockscoutSource.js';

const CHAIN = 'eip155:31337';
const never = new AbortController().signal;

historyConformance('a service that speaks Blockscout’s API', async () => {
  const anvil = await startAnvil(31337);
  const history = await makeEvmHistory(anvil.url);
  const service = await startBlockscout(anvil.url);
  return {
    ...history,
    source: blockscoutSource({ [CHAIN]: service.url }),
    chainId: CHAIN,
    nobody: '0x000000000000000000000000000000000000dEaD',
    settle: async () => {},
    stop: async () => {
      await Promise.all([anvil.stop(), service.stop()]);
    },
  };
});

describe('blockscoutSource', () => {
  let anvil: Awaited<ReturnType<typeof startAnvil>>;
  let service: Awaited<ReturnType<typeof startBlockscout>>;
  let account: string;

  beforeAll(async () => {
    anvil = await startAnvil(31337);
    service = await startBlockscout(anvil.url);
    const [me = '', you = ''] = (await chainRequest(anvil.url, 'eth_accounts')) as string[];
    account = me;
    for (const value of ['0x1', '0x2']) {
      await mineTransaction(anvil.url, { from: me, to: you, value });
    }
  });
  afterAll(() => Promise.all([anvil.stop(), service.stop()]));
  afterEach(() => service.spoil(undefined));

  const page = (cursor?: unknown, signal = never) =>
    blockscoutSource({ [CHAIN]: service.url }).page({ chainId: CHAIN, account, cursor, limit: 50 }, signal);

  /** Modifies the entries of one list. */
  const change = (list: string, how: (items: Record<string, unknown>[]) => unknown) =>
    service.spoil((path, json) => {
      const { items, ...rest } = json as { items: Record<string, unknown>[] };
      const shown = path.endsWith(list) ? how(items) : items;
      return { status: 200, text: JSON.stringify({ ...rest, items: shown }) };
    });

  it.each([
    ['no JSON', 200, '<html>'],
    ['another form', 200, '{"items":{}}'],
    ['null', 200, 'null'],
    ['an error', 500, '{}'],
    ['a refusal', 429, '{}'],
    ['far too much', 200, `"${'x'.repeat(9 * 1024 * 1024)}"`],
  ])('fails when the response is %s', async (_, status, text) => {
    service.spoil(() => ({ status, text }));
    await expect(page()).rejects.toThrow();
  });

  it('follows no redirect', async () => {
    let count = 0;
    service.spoil((location, json) => {
      count += 1;
      return count > 2 ? { status: 200, text: JSON.stringify(json) } : { status: 302, text: '', location };
    });
    await expect(page()).rejects.toThrow();
  });

  it('omits malformed entries, and returns the rest', async () => {
    change('transactions', items => [
      null,
      'x',
      { ...items[0], hash: '0x12' },
      { ...items[0], hash: `0x${'a'.repeat(64)}`, timestamp: 'yesterday' },
      ...items,
    ]);
    expect((await page()).transactions).toHaveLength(2);
  });

  it('tolerates missing or invalid fields of an entry', async () => {
    change('transactions', items =>
      items.map(one => ({
        ...one,
        value: '-1',
        nonce: 'x',
        raw_input: 7,
        created_contract: { hash: '<script>' },
        status: null,
        method: {},
        surprise: [1],
      })),
    );
    const { transactions } = await page();
    expect(transactions.map(({ transfers, metadata }) => [transfers, metadata.status])).toEqual([
      [[], 'confirmed'],
      [[], 'confirmed'],
    ]);
  });

  it('returns pending transactions first, and once', async () => {
    const hash = `0x${'b'.repeat(64)}`;
    change('transactions', items => [
      { ...items[0], hash, block_number: null, timestamp: null, status: null },
      ...items,
    ]);
    const { transactions } = await page();
    expect(transactions.map(({ metadata }) => metadata.status)).toEqual([
      'pending',
      'confirmed',
      'confirmed',
    ]);
    expect(transactions[0]?.metadata.hash).toBe(hash);
  });

  it('passes on spam marks and icon URLs, but no invalid URLs', async () => {
    const contract = `0x${'7'.repeat(40)}`;
    const transfer = (more: object, total: object, id: string) => ({
      transaction_hash: `0x${id.repeat(64)}`,
      block_number: 2,
      timestamp: new Date().toISOString(),
      from: { hash: contract },
      to: { hash: account },
      token: {
        address_hash: contract,
        name: '\u202eFree\u0000 money',
        symbol: 'FREE',
        decimals: '2',
        ...more,
      },
      total,
    });
    change('token-transfers', () => [
      transfer(
        { type: 'ERC-20', reputation: 'scam', icon_url: 'https://a.example/x.png' },
        { value: '150' },
        'c',
      ),
      transfer(
        { type: 'ERC-721', reputation: 'scam', icon_url: null },
        { token_id: '7', token_instance: { image_url: 'javascript:alert(1)' } },
        'd',
      ),
      transfer(
        { type: 'ERC-1155' },
        { token_id: '8', value: '2', token_instance: { image_url: 'https://a.example/8.png' } },
        'e',
      ),
    ]);
    const { transactions } = await page();
    const moved = Object.fromEntries(
      transactions.map(({ metadata, transfers }) => [metadata.hash?.[2], transfers[0]]),
    );
    expect(moved.c).toMatchObject({
      quantity: { numeric: '1.5', decimals: '2' },
      fungible_info: {
        name: 'Free money',
        icon: { url: 'https://a.example/x.png' },
        flags: { is_spam: true },
      },
    });
    expect(moved.d?.nft_info).toMatchObject({
      name: 'Free money #7',
      content: null,
      flags: { is_spam: true },
    });
    expect(moved.e?.nft_info).toMatchObject({
      content: { preview: { url: 'https://a.example/8.png' } },
      flags: { is_spam: false },
    });
  });

  it.each([3, 70, 130])('reads on behind %i pages of entries that it cannot read (RV-01)', async count => {
    const hash = `0x${'c'.repeat(64)}`;
    const [stranger, token] = [`0x${'d'.repeat(40)}`, `0x${'e'.repeat(40)}`];
    const transfer = {
      ...{ transaction_hash: hash, block_number: 1, log_index: 0, timestamp: '2026-11-30T00:00:00Z' },
      ...{ from: { hash: stranger }, to: { hash: account }, total: { value: '1000000', decimals: '6' } },
      token: { address_hash: token, symbol: 'T', decimals: '6', type: 'ERC-20' },
    };
    service.spoil((path, json, search) => {
      if (!path.endsWith('token-transfers')) return { status: 200, text: JSON.stringify(json) };
      const at = Number(new URLSearchParams(search).get('at') ?? '0');
      const odd = Array.from({ length: 50 }, () => ({ block_number: 1_000 - at, from: 'a new kind' }));
      const answer =
        at === count
          ? { items: [transfer], next_page_params: null }
          : { items: odd, next_page_params: { at: at + 1 } };
      return { status: 200, text: JSON.stringify(answer) };
    });
    const found: string[] = [];
    let [next, pages]: [unknown, number] = [undefined, 0];
    do {
      const read = await page(next);
      found.push(...read.transactions.map(({ metadata }) => metadata.hash ?? ''));
      next = read.next;
      pages += 1;
    } while (next !== undefined && pages < 10);
    expect(found).toContain(hash);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(3);
  });

  it('ends when all pages are of entries that it cannot read, of one block (RV-01)', async () => {
    let number = 0;
    service.spoil(() => {
      number += 1;
      const text = JSON.stringify({ items: [{ block_number: 7 }], next_page_params: { number } });
      return { status: 200, text };
    });
    const first = await page();
    expect(first.transactions).toEqual([]);
    expect(await page(first.next)).toEqual({ transactions: [], next: undefined });
  });

  it('ends when a service repeats pages', async () => {
    service.spoil((_, json) => ({
      status: 200,
      text: JSON.stringify({ ...(json as object), next_page_params: { block_number: 99, index: 1 } }),
    }));
    const before = service.asked().length;
    expect((await page()).transactions.length).toBeLessThanOrEqual(2);
    expect(service.asked().length - before).toBeLessThan(14);
  });

  it('ends when a service returns empty pages', async () => {
    let number = 0;
    service.spoil(() => {
      number += 1;
      return { status: 200, text: JSON.stringify({ items: [], next_page_params: { number } }) };
    });
    expect(await page()).toEqual({ transactions: [], next: undefined });
    expect(number).toBe(2);
  });

  it('is aborted when its caller disconnects', async () => {
    await expect(page(undefined, AbortSignal.abort())).rejects.toThrow();
  });

  it('refuses an invalid URL', () => {
    expect(() => blockscoutSource({ [CHAIN]: 'file:///etc' })).toThrow(/eip155:31337/);
  });
});
