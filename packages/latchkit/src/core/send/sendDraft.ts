import { type BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { isName, lookUpName, resolveName } from '../identity/resolveName.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { EMPTY_SEND, type SendState } from './sendState.js';

/** Selects the token to send; one without an address is the network's own currency. */
export function setSendToken(kit: Latchkit, token: TokenBalance | undefined): void {
  updateSend(kit, { token, factor: undefined });
}

/** Sets the amount to send, in whole tokens as they are shown, as the visitor typed it: any locale's digits and decimal separator. */
export function setSendAmount(kit: Latchkit, amount: string): void {
  updateSend(kit, { sendTokenAmount: amount === '' ? undefined : amount });
}

/** Clears the send form. */
export function resetSend(kit: Latchkit): void {
  clearTimeout(getSendDraft(kit).typing);
  kit.kernel.set({ send: EMPTY_SEND });
}

/** Debounce delay of a name lookup, in ms. */
const TYPING_MS = 500;

const UNKNOWN = {
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverError: undefined,
};

/**
 * Sets the receiver: an address, or on EVM a name, which is looked up 500 ms after the last call. The result is in
 * `state.send.receiverAddress`, or its error in `receiverError`.
 */
export function setSendReceiver(kit: Latchkit, receiver: string): void {
  const memory = getSendDraft(kit);
  clearTimeout(memory.typing);
  const { activeNamespace } = kit.store.getState();
  const text = receiver.trim();
  const set = (change: Partial<SendState>) => updateSend(kit, { receiver, ...UNKNOWN, ...change });
  if (text === '') {
    set({ receiverStatus: 'none' });
  } else if (kit.adapter(activeNamespace)?.isAddress(text)) {
    set({ receiverAddress: text, receiverStatus: 'ready' });
    void showIdentity(kit, text);
  } else if (activeNamespace === 'eip155' && isName(text) && kit.options.gateway) {
    set({ receiverStatus: 'checking' });
    memory.typing = setTimeout(() => void lookUp(kit, receiver), TYPING_MS);
  } else {
    set({ receiverStatus: 'invalid' });
  }
}

/**
 * Resolves the receiver's name again, because the review shows where the payment goes and a known answer may be old. Returns whether
 * the receiver can be reviewed; an address always can.
 */
export async function refreshReceiver(kit: Latchkit): Promise<boolean> {
  const { receiver } = kit.store.getState().send;
  if (!isName(receiver.trim())) return true;
  updateSend(kit, { receiverStatus: 'checking' });
  await lookUp(kit, receiver, name => lookUpName(kit, name, 0));
  const { send } = kit.store.getState();
  return send.receiver === receiver && send.receiverStatus === 'ready';
}

async function lookUp(
  kit: Latchkit,
  receiver: string,
  find = (name: string) => resolveName(kit, name),
): Promise<void> {
  // Ignore results for a receiver that has changed since.
  const set = (change: Partial<SendState>) => {
    if (kit.store.getState().send.receiver === receiver) updateSend(kit, change);
  };
  try {
    const { name, address } = await find(receiver.trim());
    set({ receiverAddress: address, receiverProfileName: name, receiverStatus: 'ready' });
    void showIdentity(kit, address);
  } catch (cause) {
    const error: BaseError = isError(cause) ? cause : createError('RESOLVE_NAME_FAILED', { cause });
    set({ ...UNKNOWN, receiverStatus: 'invalid', receiverError: error });
  }
}

/** Shows the receiver's name and image, if known. */
async function showIdentity(kit: Latchkit, address: string): Promise<void> {
  const { namespaces, activeNamespace } = kit.store.getState();
  const network = namespaces[activeNamespace]?.network;
  const { gateway, projectId } = kit.options;
  if (!network || !gateway || !projectId) return;
  try {
    const { loadIdentity } = await import('../identity/loadIdentity.js');
    const identity = await loadIdentity(kit, address, network.caipNetworkId);
    const { send } = kit.store.getState();
    if (!identity || send.receiverAddress !== address) return;
    updateSend(kit, {
      receiverProfileName: send.receiverProfileName ?? identity.name,
      receiverProfileImageUrl: identity.image,
    });
  } catch {
    // A receiver without a name is shown by the address.
  }
}

/** Updates the send form. */
export function updateSend(kit: Latchkit, change: Partial<SendState>): void {
  kit.kernel.set(({ send }) => ({ send: { ...send, ...change } }));
}

/** Timers of one instance's send form. @internal */
export interface SendMemory {
  /** The debounce timer of a name lookup. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

const slot = /* @__PURE__ */ instanceSlot<SendMemory>('send');

/** The memory of an instance's send form; destroying the instance cancels pending lookups. */
function getSendDraft(kit: Latchkit): SendMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: SendMemory = { typing: undefined };
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  slot.set(kit, memory);
  return memory;
}
