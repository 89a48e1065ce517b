import { type BaseError, isError } from '../../protocol/BaseError.js';
import { catalogueError } from '../../protocol/errors.js';
import { isName } from '../identity/isName.js';
import { resolveName } from '../identity/resolveName.js';
import type { Latchkit } from '../Latchkit.js';
import { sendMemoryOf } from './sendMemoryOf.js';
import type { SendState } from './sendState.js';
import { updateSend } from './updateSend.js';

/** How long a look-up waits for the visitor to stop typing, in ms [TIME-10]. */
const TYPING_MS = 500;

const UNKNOWN = {
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverError: undefined,
};

/**
 * Sets the receiver: an address, or on EVM a name that is looked up once 500 ms have passed without another call [CALL-27]
 * [VAL-29]. What it means is in `state.send.receiverAddress`, or why it cannot be known in `receiverError`.
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
  // The visitor may have typed on: only the answer to what stands there counts.
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

/** Shows the name and the picture of the receiver's own choice, where they are known [CALL-17]. */
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
