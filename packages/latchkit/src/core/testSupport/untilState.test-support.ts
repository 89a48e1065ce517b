import { vi } from 'vitest';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { LatchkitState } from '../LatchkitState.js';

/** Resolves with the state once it satisfies the condition. */
export async function untilState(
  kit: Latchkit,
  wanted: (state: LatchkitState) => unknown,
): Promise<LatchkitState> {
  return vi.waitFor(
    () => {
      const state = kit.store.getState();
      if (wanted(state)) return state;
      const { walletConnect, embeddedWallet } = state;
      throw new Error(`The state is not as wanted: ${JSON.stringify({ walletConnect, embeddedWallet })}`);
    },
    { timeout: 60_000, interval: 10 },
  );
}

/** Collects the events of a kit from now on. */
export function eventsOf(kit: Latchkit): LatchkitEvent[] {
  const events: LatchkitEvent[] = [];
  kit.on(event => events.push(event));
  return events;
}
