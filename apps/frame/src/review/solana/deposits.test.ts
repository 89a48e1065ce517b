import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { ChainReader } from '../../chains/createChainReader.js';
import { addSimulation } from '../addSimulation.js';
import { networkOf } from '../model/networkOf.js';
import { contextOf } from '../model/reviewContext.test-support.js';
import { reviewRequests } from '../reviewRequest.js';
import { simulate } from '../simulate.js';
import { PROGRAMS } from './solanaPrograms.js';

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const key = (fill: number, second = 0) =>
  base58.encode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? fill : at === 1 ? second : 7)));
const OWN = key(1);

/** A transaction in which the signer pays the deposits of token accounts of others, who close them later and keep the deposits. */
function openAccounts(round: number, count: number): string {
  const others = Array.from(
    { length: count },
    (_, at) => [key(10 + at, round), key(40 + at, round)] as const,
  );
  const accounts = [OWN, ...others.flat(), key(3), PROGRAMS.system, PROGRAMS.token, PROGRAMS.associated];
  const at = (one: string) => accounts.indexOf(one);
  const body = others.flatMap(([account, owner]) => [
    at(PROGRAMS.associated),
    6,
    ...[OWN, account, owner, key(3), PROGRAMS.system, PROGRAMS.token].map(at),
    0,
  ]);
  const message = [
    ...[1, 0, 0, accounts.length],
    ...accounts.flatMap(one => [...base58.decode(one)]),
    ...base58.decode(key(8)),
    count,
    ...body,
  ];
  const wire = Uint8Array.from([1, ...new Uint8Array(64), ...message]);
  expect(wire.length).toBeLessThanOrEqual(1_232);
  return base64.encode(wire);
}

describe('reviewRequests', () => {
  // 240 deposits of 0.00204 SOL; with lookup tables about 1,000.
  it('says what leaves the account as deposits for accounts of others, of several transactions', async () => {
    const signings = Array.from({ length: 20 }, (_, round) => ({
      ...({ id: `a/${round}`, kind: 'solanaTransaction', chainId: CHAIN, account: OWN } as const),
      payload: openAccounts(round, 12),
    }));
    const [first, ...others] = signings;
    if (!first) throw new Error('None');
    const reader = {
      async request(_: string, method: string) {
        if (method === 'isBlockhashValid') return { value: true };
        if (method === 'getBalance') return { value: 100_000_000_000 };
        throw new Error('No chain.');
      },
    } as unknown as ChainReader;
    const tokens = { of: contextOf().tokens } as never;
    const { signal } = new AbortController();
    const found = { hostOrigin: 'https://app.example', tokens, networkOf: networkOf({}) };
    const review = await reviewRequests([first, ...others], found, reader, signal);
    const simulated = (await simulate(signings, { reader, tokens }, signal)) ?? { warnings: [] };
    const shown = await addSimulation(review, simulated, contextOf({ chainId: CHAIN, account: OWN }));
    const slots = { amount: { number: '0.02447136' }, token: 'SOL' };
    expect(shown.changes).toEqual(
      signings.map(() => ({
        tone: 'out',
        line: { text: 'change.upTo', slots },
        note: { text: 'fact.newAccount' },
      })),
    );
  });
});
