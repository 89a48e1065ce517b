import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { EMPTY_SEND } from './emptySend.js';
import { sendMemoryOf } from './sendMemoryOf.js';
import { updateSend } from './updateSend.js';

/** Chooses the token to send; one without an address is the network's own currency [ENT-12]. */
export function setSendToken(kit: Latchkit, token: TokenBalance | undefined): void {
  updateSend(kit, { token });
}

/** Sets the amount to send, in whole tokens, as a visitor types it: any locale's digits and decimal sign. */
export function setSendAmount(kit: Latchkit, amount: string): void {
  updateSend(kit, { sendTokenAmount: amount === '' ? undefined : amount });
}

/** Empties what is about to be sent. */
export function resetSend(kit: Latchkit): void {
  clearTimeout(sendMemoryOf(kit).typing);
  kit.kernel.set({ send: EMPTY_SEND });
}
