import { type BaseError, isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import { isName } from '../identity/isName.js';
import { resolveName } from '../identity/resolveName.js';
import type { Latchkit } from '../Latchkit.js';
import { sendMemoryOf } from './sendMemoryOf.js';
import type { SendState } from './sendState.js';
import { updateSend } from './updateSend.js';

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
  const memory = sendMemoryOf(kit);
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

async function lookUp(kit: Latchkit, receiver: string): Promise<void> {
  // Ignore results for a receiver that has changed since.
  const set = (change: Partial<SendState>) => {
    if (kit.store.getState().send.receiver === receiver) updateSend(kit, change);
  };
  try {
    const { name, address } = await resolveName(kit, receiver.trim());
    set({ receiverAddress: address, receiverProfileName: name, receiverStatus: 'ready' });
    await showIdentity(kit, address);
  } catch (cause) {
    const error: BaseError = isError(cause) ? cause : catalogueError('RESOLVE_NAME_FAILED', { cause });
    set({ receiverStatus: 'invalid', receiverError: error });
  }
}

/** Shows the receiver's name and image, if known. */
async function showIdentity(kit: Latchkit, address: string): Promise<void> {
  const { chains, activeNamespace } = kit.store.getState();
  const network = chains[activeNamespace]?.network;
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
