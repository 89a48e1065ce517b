import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdapterConnection } from '../contracts/ChainAdapter.js';
import { type ConnectionEvent, type ConnectionState, DISCONNECTED, transition } from './connectionState.js';

const connection = (connectorId: string, address: string): AdapterConnection => ({
  connectorId,
  accounts: [address],
  networkId: 'eip155:1',
});

const connectionArbitrary = fc
  .record({ id: fc.constantFrom('a', 'b'), address: fc.constantFrom('0x1', '0x2') })
  .map(({ id, address }) => connection(id, address));
const attempt = fc.integer({ min: 1, max: 5 });
const connectorId = fc.constantFrom('a', 'b');
const eventArbitrary: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.record({ type: fc.constant('connect' as const), connectorId, attempt }),
  fc.record({ type: fc.constant('reconnect' as const), connectorId, attempt }),
  fc.record({ type: fc.constant('answered' as const), attempt, connection: connectionArbitrary }),
  fc.record({ type: fc.constant('failed' as const), attempt, previous: fc.constant(DISCONNECTED) }),
  fc.record({ type: fc.constant('appeared' as const), connection: connectionArbitrary }),
  fc.record({ type: fc.constant('changed' as const), connection: connectionArbitrary }),
  fc.record({ type: fc.constant('ended' as const), connectorId }),
  fc.constant({ type: 'reset' as const }),
);

describe('transition', () => {
  it('says connected only with what a wallet answered, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(eventArbitrary, { maxLength: 40 }), events => {
        let state: ConnectionState = DISCONNECTED;
        for (const event of events) {
          const before = state;
          state = transition(state, event);
          if (state.status === 'connected' && state !== before) {
            if (!('connection' in event)) throw new Error(`connected by ${event.type}`);
            expect(state).toMatchObject(event.connection);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the late answer of an abandoned attempt no effect', () => {
    fc.assert(
      fc.property(eventArbitrary, attempt, (event, late) => {
        const connecting: ConnectionState = { status: 'connecting', connectorId: 'a', attempt: 9 };
        const moved = transition(connecting, event);
        const answered = transition(moved, {
          type: 'answered',
          attempt: late,
          connection: connection('b', '0x9'),
        });
        const isCurrent = 'attempt' in moved && moved.attempt === late;
        if (!isCurrent) expect(answered).toBe(moved);
      }),
    );
  });

  it('goes disconnected, connecting, connected and back', () => {
    const connecting = transition(DISCONNECTED, { type: 'connect', connectorId: 'a', attempt: 1 });
    expect(connecting.status).toBe('connecting');
    const connected = transition(connecting, {
      type: 'answered',
      attempt: 1,
      connection: connection('a', '0x1'),
    });
    expect(connected.status).toBe('connected');
    expect(transition(connected, { type: 'ended', connectorId: 'a' })).toBe(DISCONNECTED);
  });

  it('keeps a standing connection when the attempt at another wallet fails', () => {
    const standing = transition(DISCONNECTED, { type: 'appeared', connection: connection('a', '0x1') });
    const connecting = transition(standing, { type: 'connect', connectorId: 'b', attempt: 2 });
    expect(transition(connecting, { type: 'failed', attempt: 2, previous: standing })).toBe(standing);
  });

  it('does not change for a change that changes nothing', () => {
    const standing = transition(DISCONNECTED, { type: 'appeared', connection: connection('a', '0x1') });
    expect(transition(standing, { type: 'changed', connection: connection('a', '0x1') })).toBe(standing);
    expect(transition(standing, { type: 'changed', connection: connection('b', '0x2') })).toBe(standing);
  });
});
