import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import type { CounterState } from '../../platform/ports/Cache.js';
import type { Counters } from '../../platform/ports/Counters.js';
import { WALLET_ALLOWANCES } from './walletLimits.js';

/** A use of a limit, counted for an email. */
export interface TakenUse {
  readonly counters: Counters;
  /** Name of the counter. It is of an address, a user, an installation or a sign-in; never one that strangers share. */
  readonly key: string;
  readonly state: CounterState;
  readonly giveBack: () => Promise<unknown>;
}

const taken = new AsyncLocalStorage<(() => Promise<void>)[]>();

/** Remembers during a call which uses of limits it has taken, so that an email that could not be sent can give them back. */
export const rememberTaken: MiddlewareHandler = (_, next) => taken.run([], next);

/** Records a use that the current call has taken. */
export function recordTaken({ counters, key, state, giveBack }: TakenUse): void {
  const ends = Date.now() + state.resetsIn;
  taken.getStore()?.push(async () => {
    // A use of a window that has ended would be a further one of the next.
    if (Date.now() >= ends) return;
    // Someone whose own mail server refuses every email for a moment would else have no limit.
    const { count, window } = WALLET_ALLOWANCES.returnsOfLimit;
    const returned = await counters.increment(`returned:${window}:${key}`, 1, window);
    if (returned.count <= count) await giveBack();
  });
}

/** Gives back what the current call has taken for its email, which has not left. */
export async function giveBackTaken(): Promise<void> {
  await Promise.all((taken.getStore()?.splice(0) ?? []).map(giveBack => giveBack()));
}
