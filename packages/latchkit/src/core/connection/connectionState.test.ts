import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdapterConnection } from '../adapter/ChainAdapter.js';
import {
  type ConnectionEvent,
  DISCONNECTED,
  type HeldConnections,
  standing,
  transition,
} from './connectionState.js';

const NOTHING: HeldConnections = { connection: DISCONNECTED, others: [] };
const WALLETS = ['a', 'b', 'c'] as const;

const connection = (
  connectorId: string,
  ...accounts: AdapterConnection['accounts'] | []
): AdapterConnection => ({
  connectorId,
  accounts: accounts.length > 0 ? (accounts as AdapterConnection['accounts']) : [`0x${connectorId}`],
  chainId: 'eip155:1',
});

const connectorId = fc.constantFrom(...WALLETS);
const connectionArbitrary = fc
  .record({ id: connectorId, address: fc.constantFrom('0x1', '0x2') })
  .map(({ id, address }) => connection(id, address));
const attempt = fc.integer({ min: 1, max: 5 });
const keep = fc.boolean();
const eventArbitrary: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.record({ type: fc.constant('connect' as const), connectorId, attempt }),
  fc.record({ type: fc.constant('answered' as const), attempt, connection: connectionArbitrary, keep }),
  fc.record({ type: fc.constant('failed' as const), attempt }),
  fc.record({ type: fc.constant('appeared' as const), connection: connectionArbitrary, keep }),
  fc.record({
    type: fc.constant('restored' as const),
    connection: connectionArbitrary,
    order: fc.shuffledSubarray([...WALLETS]),
  }),
  fc.record({ type: fc.constant('changed' as const), connection: connectionArbitrary }),
  fc.record({ type: fc.constant('switched' as const), connectorId, address: fc.constantFrom('0x1', '0x2') }),
  fc.record({ type: fc.constant('ended' as const), connectorId }),
  fc.constant({ type: 'alone' as const }),
  fc.constant({ type: 'reset' as const }),
);

const run = (events: readonly ConnectionEvent[], from = NOTHING) => events.reduce(transition, from);
const ids = (held: HeldConnections) => standing(held).map(one => one.connectorId);
const connects = (id: string, number: number): ConnectionEvent[] => [
  { type: 'connect', connectorId: id, attempt: number },
  { type: 'answered', attempt: number, connection: connection(id), keep: true },
];
const allOf = (order: readonly string[]) => order.flatMap((id, index) => connects(id, index + 1));

describe('transition', () => {
  it('is connected only after the response of a wallet, for events in any order [CAP-13]', () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 40 }), events => {
        let held = NOTHING;
        const answered = new Set<string>();
        for (const event of events) {
          const before = held;
          held = transition(held, event);
          if ('connection' in event) answered.add(JSON.stringify(event.connection));
          for (const one of standing(held)) {
            const { status: _, ...known } = one;
            expect(answered).toContain(JSON.stringify(known));
          }
          // A wallet has one connection, and there are no others without an active one.
          expect(new Set(ids(held)).size).toBe(ids(held).length);
          if (held.connection.status === 'disconnected') expect(held.others).toEqual([]);
          if (held !== before && event.type !== 'connect') expect(held).not.toEqual(before);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('ends only the connections of an event, in any order; the others stay unchanged [CAP-13]', () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 40 }), events => {
        let held = NOTHING;
        for (const event of events) {
          const before = standing(held);
          held = transition(held, event);
          const single = 'keep' in event && !event.keep;
          if (single || event.type === 'reset' || event.type === 'alone') continue;
          const about = 'connection' in event ? event.connection.connectorId : undefined;
          const named = 'connectorId' in event ? event.connectorId : about;
          for (const one of before) {
            if (one.connectorId !== named) expect(standing(held)).toContain(one);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('disconnecting any one of three leaves the other two, in every order of connecting, switching and ending [CAP-13]', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...WALLETS], { minLength: 3 }),
        fc.array(connectorId, { maxLength: 6 }),
        fc.shuffledSubarray([...WALLETS], { minLength: 3 }),
        (order, switches, ends) => {
          let held = run(allOf(order));
          // Most recently active first: a switch moves one to the front and keeps the order of the rest.
          let expected = [...order].reverse();
          expect(ids(held)).toEqual(expected);
          for (const id of switches) {
            held = transition(held, { type: 'switched', connectorId: id });
            expected = [id, ...expected.filter(one => one !== id)];
            expect(ids(held)).toEqual(expected);
          }
          for (const id of ends) {
            held = transition(held, { type: 'ended', connectorId: id });
            expected = expected.filter(one => one !== id);
            expect(ids(held)).toEqual(expected);
          }
          expect(held).toEqual(NOTHING);
        },
      ),
    );
  });

  it('is the same after a reload, in whatever order the wallets respond, or if some do not [STATE-07]', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...WALLETS], { minLength: 1 }),
        fc.shuffledSubarray([...WALLETS], { minLength: 3 }),
        fc.subarray([...WALLETS]),
        (remembered, answers, gone) => {
          const [active = 'a'] = remembered;
          let held: HeldConnections = {
            connection: { status: 'reconnecting', connectorId: active, attempt: 1 },
            others: [],
          };
          for (const id of answers.filter(one => remembered.includes(one))) {
            const isGone = gone.includes(id);
            if (id === active) {
              held = transition(
                held,
                isGone
                  ? { type: 'failed', attempt: 1 }
                  : { type: 'answered', attempt: 1, connection: connection(id), keep: true },
              );
            } else if (!isGone) {
              held = transition(held, { type: 'restored', connection: connection(id), order: remembered });
            }
          }
          const back = remembered.filter(id => !gone.includes(id));
          expect([...ids(held)].sort()).toEqual([...back].sort());
          // In the previous order, except for a wallet that was active because the first one had not responded.
          if (!gone.includes(active)) expect(ids(held)).toEqual(back);
          if (back.length === 0) expect(held).toEqual(NOTHING);
        },
      ),
    );
  });

  it('ignores a late response to an abandoned attempt', () => {
    fc.assert(
      fc.property(eventArbitrary, attempt, keep, (event, late, kept) => {
        const connecting: HeldConnections = {
          connection: { status: 'connecting', connectorId: 'a', attempt: 9 },
          others: [],
        };
        const moved = transition(connecting, event);
        const answered = transition(moved, {
          type: 'answered',
          attempt: late,
          connection: connection('b', '0x9'),
          keep: kept,
        });
        const isCurrent = 'attempt' in moved.connection && moved.connection.attempt === late;
        if (!isCurrent) expect(answered).toBe(moved);
      }),
    );
  });

  it('goes disconnected, connecting, connected and back', () => {
    const connecting = transition(NOTHING, { type: 'connect', connectorId: 'a', attempt: 1 });
    expect(connecting.connection.status).toBe('connecting');
    const connected = run(connects('a', 1));
    expect(connected.connection.status).toBe('connected');
    expect(transition(connected, { type: 'ended', connectorId: 'a' })).toEqual(NOTHING);
  });

  it('changes nothing when the attempt at another wallet fails, alone or among several', () => {
    for (const before of [run(connects('a', 1)), run(allOf(['a', 'b']))]) {
      const failed = run(
        [
          { type: 'connect', connectorId: 'c', attempt: 7 },
          { type: 'failed', attempt: 7 },
        ],
        before,
      );
      expect(failed).toEqual(before);
    }
  });

  it('does not restore a wallet that disconnected during another attempt', () => {
    const during = run([{ type: 'connect', connectorId: 'c', attempt: 7 }], run(allOf(['a', 'b'])));
    const ended = run(
      [
        { type: 'ended', connectorId: 'b' },
        { type: 'failed', attempt: 7 },
      ],
      during,
    );
    expect(ids(ended)).toEqual(['a']);
  });

  it('keeps one connection without multiWallet, and falls back to one when it is disabled [CFG-17]', () => {
    const alone = run([
      ...connects('a', 1),
      { type: 'connect', connectorId: 'b', attempt: 2 },
      { type: 'answered', attempt: 2, connection: connection('b'), keep: false },
    ]);
    expect(ids(alone)).toEqual(['b']);
    expect(ids(transition(run(allOf(['a', 'b', 'c'])), { type: 'alone' }))).toEqual(['c']);
    // During an attempt, the wallet to return to is kept.
    const asking = run([{ type: 'connect', connectorId: 'c', attempt: 7 }], run(allOf(['a', 'b'])));
    expect(ids(transition(asking, { type: 'alone' }))).toEqual(['b']);
  });

  it('switches to another account of a wallet, and keeps it when the wallet moves to another chain', () => {
    const held = transition(NOTHING, {
      type: 'appeared',
      connection: connection('a', '0x1', '0x2'),
      keep: true,
    });
    const second = transition(held, { type: 'switched', connectorId: 'a', address: '0x2' });
    expect(second.connection).toMatchObject({ accounts: ['0x2', '0x1'] });
    expect(transition(second, { type: 'switched', connectorId: 'a', address: '0x9' })).toBe(second);
    const moved = transition(second, {
      type: 'changed',
      connection: { ...connection('a', '0x1', '0x2'), chainId: 'eip155:10' },
    });
    expect(moved.connection).toMatchObject({ accounts: ['0x2', '0x1'], chainId: 'eip155:10' });
    // A visitor selects an account in the wallet by putting it first.
    const picked = transition(second, { type: 'changed', connection: connection('a', '0x1', '0x2') });
    expect(picked.connection).toMatchObject({ accounts: ['0x1', '0x2'] });
  });

  it('does not change for a change that changes nothing', () => {
    const held = run(connects('a', 1));
    expect(transition(held, { type: 'changed', connection: connection('a') })).toBe(held);
    expect(transition(held, { type: 'changed', connection: connection('b', '0x2') })).toBe(held);
    expect(transition(held, { type: 'switched', connectorId: 'a' })).toBe(held);
  });
});
