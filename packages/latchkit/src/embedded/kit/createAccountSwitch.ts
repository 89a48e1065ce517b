import { withDeadline } from '../../core/adapter/abortable.js';
import type { EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import { showToast } from '../../core/modal/toast.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import { assertConnected } from './assertConnected.js';
import type { UserSession } from './createUserSession.js';
import type { FlowContext } from './FlowContext.js';

/** Milliseconds to wait for an adapter to take over the other address. */
const LIMIT = 10_000;

/** Switches between the smart account and the EOA, and says in the modal when a change of the network changes the address. */
export function createAccountSwitch(
  context: FlowContext,
  session: UserSession,
): Pick<EmbeddedWalletFlow, 'setPreferredAccount'> {
  tellMove(context);
  return {
    async setPreferredAccount(type) {
      assertConnected(context);
      const { address } = await session.frame.call('SET_PREFERRED_ACCOUNT', { type });
      await session.read();
      await untilActive(context, session);
      return { address };
    },
  };
}

/** Waits until the host's account is the user's: adapters follow the wallet page's event in their own time. */
async function untilActive({ kit }: FlowContext, session: UserSession): Promise<void> {
  const end = new AbortController();
  const moved = new Promise<void>(resolve => {
    const look = () => {
      const { connection } = kit.store.getState().namespaces.eip155 ?? {};
      const isOther =
        connection?.status === 'connected' && connection.accounts[0] !== session.addresses('eip155')[0];
      if (!isOther) resolve();
    };
    end.signal.addEventListener('abort', kit.store.subscribe(look));
    look();
  });
  await withDeadline(moved, LIMIT, undefined);
  end.abort();
}

/** A smart account exists only on some networks, so a change of the network can change the address. */
function tellMove({ kit }: FlowContext): void {
  const unsubscribe = kit.store.subscribe(({ embeddedWallet, modal, namespaces }, before) => {
    const { user } = embeddedWallet;
    const old = before.embeddedWallet.user;
    if (user === old || !user || !old || user.preferredAccountType !== old.preferredAccountType) return;
    const { address, type } = evmAccountOf(user) ?? {};
    if (address === evmAccountOf(old)?.address || !modal.open) return;
    const slots = { network: namespaces.eip155?.network.name ?? '' };
    const text = type === 'smartAccount' ? 'account.smartHere' : 'account.noSmartHere';
    showToast(kit, { tone: 'neutral', text, slots, page: true });
  });
  kit.kernel.signal.addEventListener('abort', unsubscribe, { once: true });
}

const evmAccountOf = ({ accounts }: FrameUser) => accounts.find(one => one.namespace === 'eip155');
