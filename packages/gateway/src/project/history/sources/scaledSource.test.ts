import type { AccountTransaction } from 'latchkit/protocol';
import { describe, expect, it } from 'vitest';
import type { HistorySource } from './HistorySource.js';
import { scaledSource } from './scaledSource.js';

const CHAIN = 'eip155:1';
const SHARE = '0x1000000000000000000000000000000000000008';
const PLAIN = '0x1000000000000000000000000000000000000009';
const gone = new AbortController().signal;

const moved = (address: string | undefined, numeric = '2', decimals = '6', more = {}) => ({
  ...{ direction: 'in', quantity: { numeric, decimals }, fungible_info: { address, symbol: 'X' }, ...more },
});
const ofTransfers = (transfers: readonly object[]): HistorySource => ({
  serves: () => true,
  page: async () => ({
    transactions: [
      {
        id: '1',
        metadata: { minedAt: '2026-11-30T00:00:00Z', operationType: 'receive', status: 'confirmed' },
        transfers,
      } as AccountTransaction,
    ],
    next: undefined,
  }),
});

/** A source whose tokens answer what is set, and what was asked of them. */
function source(transfers: readonly object[], chainIds = [CHAIN]) {
  const state = { time: 0, factors: new Map([[SHARE, '1.5']]), isAway: false };
  const asked: (readonly string[])[] = [];
  const scaled = scaledSource(
    ofTransfers(transfers),
    async (_, addresses) => {
      asked.push(addresses);
      if (state.isAway) throw new Error('The node does not answer');
      return addresses.map(address => state.factors.get(address));
    },
    chainIds,
    new Set([`${CHAIN}:${SHARE}`]),
    () => state.time,
  );
  const shown = async (chainId = CHAIN) => {
    const query = { chainId, account: '0x', cursor: undefined, limit: 50 };
    const { transactions } = await scaled.page(query, gone);
    return transactions.flatMap(one => one.transfers.map(transfer => transfer.shown?.amount));
  };
  return { state, asked, shown };
}

describe('scaledSource', () => {
  it('shows amounts by the factor of their token, which it asks for once a minute (RV-26)', async () => {
    const { state, asked, shown } = source([
      moved(SHARE.toUpperCase().replace('0X', '0x')),
      moved(PLAIN),
      moved(undefined),
    ]);
    expect(await shown()).toEqual(['3', undefined, undefined]);
    state.factors.set(SHARE, '2');
    state.time = 59_999;
    expect(await shown()).toEqual(['3', undefined, undefined]);
    state.time = 60_000;
    expect(await shown()).toEqual(['4', undefined, undefined]);
    state.time = 600_000;
    await shown();
    expect(asked).toEqual([[SHARE, PLAIN], [SHARE], [SHARE, PLAIN]]);
  });

  it('leaves as they are amounts that a source has scaled, cannot be read, or are on chains without a node (RV-26)', async () => {
    const odd = [
      moved(SHARE, '2', '6', { shown: { amount: '9' } }),
      ...[moved(SHARE, '-2'), moved(SHARE, 'x'), moved(SHARE, '2', '256'), moved(SHARE, '2', '-1')],
      ...[
        moved('not an address'),
        { direction: 'in', quantity: { numeric: '1', decimals: '0' }, nft_info: {} },
      ],
    ];
    const { asked, shown } = source(odd);
    expect(await shown()).toEqual(['9', ...Array.from({ length: 6 }, () => undefined)]);
    const elsewhere = source([moved(SHARE)], []);
    expect(await elsewhere.shown()).toEqual([undefined]);
    expect([asked, elsewhere.asked].flat(2)).toEqual([]);
  });

  it('asks at most 100 tokens of a page, those of the operator first (RV-26)', async () => {
    const others = Array.from({ length: 150 }, (_, at) => moved(`0x${at.toString(16).padStart(40, '0')}`));
    const { asked, shown } = source([...others, moved(SHARE)]);
    expect((await shown()).at(-1)).toBe('3');
    expect([asked.length, asked[0]?.length, asked[0]?.[0]]).toEqual([1, 100, SHARE]);
  });

  it('uses the last factor in an outage, and shows no amount that it cannot know (RV-26)', async () => {
    const { state, shown } = source([moved(SHARE)]);
    state.isAway = true;
    await expect(shown()).rejects.toThrow('does not answer');
    state.isAway = false;
    expect(await shown()).toEqual(['3']);
    state.isAway = true;
    state.time = 3_600_000;
    expect(await shown()).toEqual(['3']);
  });
});
