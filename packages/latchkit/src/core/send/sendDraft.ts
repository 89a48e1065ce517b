import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { Latchkit } from '../Latchkit.js';
import { EMPTY_SEND } from './emptySend.js';
import { sendMemoryOf } from './sendMemoryOf.js';
import { updateSend } from './updateSend.js';

/** Selects the token to send; one without an address is the network's own currency. */
export function setSendToken(kit: Latchkit, token: TokenBalance | undefined): void {
  updateSend(kit, { token });
}

/** Sets the amount to send, in whole tokens, as the visitor typed it: any locale's digits and decimal separator. */
export function setSendAmount(kit: Latchkit, amount: string): void {
  updateSend(kit, { sendTokenAmount: amount === '' ? undefined : amount });
}

/** Clears the send form. */
export function resetSend(kit: Latchkit): void {
  clearTimeout(sendMemoryOf(kit).typing);
  kit.kernel.set({ send: EMPTY_SEND });
}
