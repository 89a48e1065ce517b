import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';

/** Gives one use back. */
type GiveBack = () => Promise<unknown>;

const taken = new AsyncLocalStorage<GiveBack[]>();

/** Remembers during a call which uses of limits it has taken, so that an email that could not be sent can give them back. */
export const rememberTaken: MiddlewareHandler = (_, next) => taken.run([], next);

/** Records a use that the current call has taken. */
export function recordTaken(giveBack: GiveBack): void {
  taken.getStore()?.push(giveBack);
}

/** Gives back what the current call has taken: the limits are for emails, and none has left. */
export async function giveBackTaken(): Promise<void> {
  await Promise.all((taken.getStore()?.splice(0) ?? []).map(giveBack => giveBack()));
}
