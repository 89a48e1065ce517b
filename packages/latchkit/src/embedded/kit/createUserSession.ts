import { authNamespaces } from '../../core/embeddedWallet/authNamespaces.js';
import { clearLogin, readAccountType, writeAccountType } from '../../core/embeddedWallet/loginRecords.js';
import { isError } from '../../protocol/BaseError.js';
import {
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  namespaceOf,
} from '../../protocol/caip.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { accountTypeField } from '../../protocol/frame/frameFields.js';
import { type FrameUser, preferredAccountType } from '../../protocol/frame/frameUser.js';
import type { EmbeddedFrame, EmbeddedFrameEvent } from '../frame/createEmbeddedFrame.js';
import type { FrameCall } from '../messenger/createMessenger.js';
import { signOutOfFrame } from '../signOutOfFrame.js';
import { activeChain } from './createKitFrame.js';
import { ask, type FlowContext, update } from './FlowContext.js';

/** Milliseconds within which a wallet page that is loaded says who is signed in; a login may take longer. */
const RESTORE_LIMIT = 15_000;

/** Whom the wallet page has signed in, and on which chains. */
export interface UserSession {
  /** Addresses on a kind of chain, the active one first; empty: nobody is signed in. */
  addresses(namespace: ChainNamespace): readonly string[];
  /** The chain that requests of a kind of chain are for. */
  chainOf(namespace: ChainNamespace): CaipNetworkId;
  setChain(namespace: ChainNamespace, id: CaipNetworkId): void;
  /** Tells the wallet page which network the page is on, unless it knows. Never rejects: each request names its chain. */
  moveTo(id: CaipNetworkId): Promise<void>;
  /** Reads who is signed in, after a login. @throws the wallet page's errors */
  read(signal?: AbortSignal): Promise<FrameUser>;
  /** Whether somebody is signed in, of an earlier visit too. Never rejects: a wallet page that cannot be asked is in the state. */
  restore(): Promise<boolean>;
  /** Whether somebody is signed in, or is being restored. */
  isOpen(): boolean;
  /** Changes what is known of the user. */
  change(user: FrameUser): void;
  /** Signs out, here at once; the wallet page is given 3 s [TIME-03]. */
  end(): Promise<void>;
  /** The wallet page as providers see it: it tells of what the session itself changes, too. */
  readonly frame: Pick<EmbeddedFrame, 'call' | 'on'>;
}

/** What the functions of one session share. */
interface Session extends FlowContext {
  readonly listeners: Set<(event: EmbeddedFrameEvent) => void>;
  readonly chains: Map<ChainNamespace, CaipNetworkId>;
  /** The network that the wallet page was told of last. */
  told: string | undefined;
  restoring: Promise<boolean> | undefined;
  ending: Promise<unknown> | undefined;
}

/** Makes the session of an instance: nobody is signed in yet. */
export function createUserSession(context: FlowContext): UserSession {
  const session: Session = {
    ...context,
    listeners: new Set(),
    chains: new Map(),
    told: undefined,
    restoring: undefined,
    ending: undefined,
  };
  context.frame.on(event => {
    receive(session, event);
    tell(session, event);
  });
  return {
    addresses: namespace => addressesOf(userOf(session), namespace),
    chainOf: namespace => session.chains.get(namespace) ?? networkOf(session, namespace),
    setChain: (namespace, id) => void session.chains.set(namespace, id),
    async moveTo(id) {
      if (session.told === id) return;
      await callOf(session)('SWITCH_NETWORK', { chainId: id }).catch(() => {});
    },
    read: signal => read(session, signal),
    restore() {
      if (userOf(session)) return Promise.resolve(true);
      session.restoring ??= restore(session).finally(() => {
        session.restoring = undefined;
      });
      return session.restoring;
    },
    isOpen: () => userOf(session) !== undefined || session.restoring !== undefined,
    change: user => put(session, user),
    async end() {
      forget(session);
      session.ending ??= signOutOfFrame(session.frame).finally(() => {
        session.ending = undefined;
      });
      await session.ending;
    },
    frame: {
      call: callOf(session),
      on(listener) {
        session.listeners.add(listener);
        return () => void session.listeners.delete(listener);
      },
    },
  };
}

/** Messages to the wallet page, which take note of what they change. */
function callOf(session: Session): FrameCall {
  return async (type, payload, options) => {
    const success = await ask(session, type, payload, options);
    if (type === 'SWITCH_NETWORK') {
      const { chainId } = success as { chainId: string };
      const event = { type: 'CHAIN_CHANGED', payload: { chainId } } as const;
      // The wallet page tells of a change itself, but not where the network is news to this page only.
      if (session.told !== chainId || session.chains.get(namespaceOf(chainId as CaipNetworkId)) !== chainId) {
        receive(session, event);
        tell(session, event);
      }
    }
    return success;
  };
}

function receive(session: Session, event: EmbeddedFrameEvent): void {
  // A page that loaded anew is on the network of its address.
  if (event.type === 'READY') session.told = undefined;
  if (event.type === 'CHAIN_CHANGED') {
    const { chainId } = event.payload;
    if (!isCaipNetworkId(chainId)) return;
    session.told = chainId;
    session.chains.set(namespaceOf(chainId), chainId);
  }
  if (event.type !== 'ACCOUNTS_CHANGED') return;
  const user = userOf(session);
  if (event.payload.accounts.length === 0) {
    // Signed out at the wallet page: the session is over.
    if (user) forget(session);
    return;
  }
  if (!user) return;
  const accounts = event.payload.accounts.flatMap(account => {
    const type = accountTypeField.safeParse(account.type);
    return type.success ? [{ ...account, type: type.data }] : [];
  });
  update(session, { user: { ...user, accounts } });
}

function tell({ listeners }: Session, event: EmbeddedFrameEvent): void {
  for (const listener of [...listeners]) listener(event);
}

async function read(session: Session, signal?: AbortSignal): Promise<FrameUser> {
  const chainId = activeChain(session.kit);
  const namespace = namespaceOf(chainId);
  const stored = accountTypeField.safeParse(readAccountType(session.kit.kernel.storage, namespace)).data;
  const account = userOf(session)?.preferredAccountType;
  const payload = { chainId, preferredAccountType: preferredAccountType(namespace, { account, stored }) };
  const [user, { chainId: told }] = await Promise.all([
    ask(session, 'GET_USER', payload, { signal }),
    ask(session, 'GET_CHAIN_ID', {}, { signal }),
  ]);
  receive(session, { type: 'CHAIN_CHANGED', payload: { chainId: told } });
  put(session, user);
  return user;
}

async function restore(session: Session): Promise<boolean> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const { isConnected } = await ask(session, 'IS_CONNECTED', {});
    if (!isConnected) {
      forget(session);
      return false;
    }
    timer = setTimeout(() => limit.abort(), RESTORE_LIMIT);
    await read(session, limit.signal);
    return true;
  } catch (cause) {
    const error = isError(cause) ? cause : frameError('INTERNAL', { cause });
    update(session, { error });
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function put(session: Session, user: FrameUser): void {
  const { storage } = session.kit.kernel;
  const before = userOf(session);
  update(session, { user });
  for (const namespace of authNamespaces(session.kit)) {
    const [active] = addressesOf(user, namespace);
    const type = user.accounts.find(({ address }) => address === active)?.type;
    if (type) writeAccountType(storage, namespace, type);
  }
  const isOther =
    before && before.accounts.map(one => one.address).join() !== user.accounts.map(one => one.address).join();
  if (isOther) tell(session, { type: 'ACCOUNTS_CHANGED', payload: { accounts: [...user.accounts] } });
}

/** Nobody is signed in here any more, and the adapters hear of it [STATE-22] [STATE-24]. */
function forget(session: Session): void {
  const { kernel } = session.kit;
  clearLogin(kernel.storage);
  const had = userOf(session) !== undefined;
  update(session, { user: undefined, lastEmail: undefined });
  if (had) tell(session, { type: 'ACCOUNTS_CHANGED', payload: { accounts: [] } });
}

function userOf({ kit }: FlowContext): FrameUser | undefined {
  return kit.store.getState().embeddedWallet.user;
}

function addressesOf(user: FrameUser | undefined, namespace: ChainNamespace): readonly string[] {
  const own = user?.accounts.filter(account => account.namespace === namespace) ?? [];
  const active = own.find(({ address }) => address === user?.address);
  const type = preferredAccountType(namespace, { account: active?.type });
  const chosen = active ?? own.find(account => account.type === type) ?? own[0];
  // One account of each kind of chain is in use at a time: the wallet page signs with no other.
  return chosen ? [chosen.address] : [];
}

function networkOf({ kit }: FlowContext, namespace: ChainNamespace): CaipNetworkId {
  return kit.store.getState().chains[namespace]?.network.caipNetworkId ?? activeChain(kit);
}
