import type { Latchkit } from '../Latchkit.js';
import type { SendState } from './sendState.js';

/** Changes what is about to be sent. */
export function updateSend(kit: Latchkit, change: Partial<SendState>): void {
  kit.kernel.set(({ send }) => ({ send: { ...send, ...change } }));
}
