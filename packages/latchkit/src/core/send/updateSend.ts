import type { Latchkit } from '../Latchkit.js';
import type { SendState } from './sendState.js';

/** Updates the send form. */
export function updateSend(kit: Latchkit, change: Partial<SendState>): void {
  kit.kernel.set(({ send }) => ({ send: { ...send, ...change } }));
}
