import { withChain, withNetwork } from '../../core/connection/chainState.js';
import { standing } from '../../core/connection/connectionState.js';
import { isNetworkChosen } from '../../core/connection/settleConnection.js';
import { clearLogin, writeAccountType } from '../../core/embeddedWallet/loginRecords.js';
import { authNamespaces } from '../../core/embeddedWallet/offeredLogins.js';
import { isError } from '../../protocol/BaseError.js';
import { type ChainId, type ChainNamespace, isChainId, namespaceOf } from '../../protocol/caip.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { accountTypeField } from '../../protocol/frame/frameFields.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import type { EmbeddedFrame, EmbeddedFrameEvent } from '../frame/createEmbeddedFrame.js';
import type { FrameCall } from '../messenger/createMessenger.js';
import { signOutOfFrame } from '../signOutOfFrame.js';
import { activeChain } from './createKitFrame.js';
import { ask, type FlowContext, update } from './FlowContext.js';
import { loginPayload } from './loginPayload.js';
import { isSmart, mayDeploy } from './mayDeploy.js';

/** Milliseconds within which a loaded wallet page must report the signed-in user; a login may take longer. */
const RESTORE_LIMIT = 15_000;

/** The user whom the wallet page has signed in, and their chains. */
export interface UserSession {
  /** Addresses in a namespace, the active one first; empty if no user is signed in. */
  addresses(namespace: ChainNamespace): readonly string[];
  /** The chain for requests in a namespace. */
  chainOf(namespace: ChainNamespace): ChainId;
  setChain(namespace: ChainNamespace, id: ChainId): void;
  /** Reports the page's network to the wallet page if it changed. Never rejects: every request names its chain. */
  moveTo(id: ChainId): Promise<void>;
  /** Reads the signed-in user after a login. @throws the wallet page's errors */
  read(signal?: AbortSignal): Promise<FrameUser>;
  /**
   * Whether a user is signed in, perhaps from an earlier visit. Never rejects: failures of the wallet page are in the
   * state.
   */
  restore(): Promise<boolean>;
  /** Whether a user is signed in or being restored. */
  isOpen(): boolean;
  /** Updates the user. */
  change(user: FrameUser): void;
  /** Signs out, locally at once; the wallet page has 3 s to respond. */
  end(): Promise<void>;
  /** The wallet page for providers, including events for changes made by the session itself. */
  readonly frame: Pick<EmbeddedFrame, 'call' | 'on'>;
}

/** Shared state of one session's functions. */
interface Session extends FlowContext {
  readonly listeners: Set<(event: EmbeddedFrameEvent) => void>;
  readonly chains: Map<ChainNamespace, ChainId>;
  /** The network last reported to the wallet page. */
  told: string | undefined;
  restoring: Promise<boolean> | undefined;
  ending: Promise<unknown> | undefined;
}

/** Creates an instance's session, without a user. */
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

/** Sends messages to the wallet page, and records the changes that they cause. */
function callOf(session: Session): FrameCall {
  return async (type, payload, options) => {
    const success = await ask(session, type, payload, options);
    if (type === 'SWITCH_NETWORK') {
      const { chainId } = success as { chainId: string };
      const event = { type: 'CHAIN_CHANGED', payload: { chainId } } as const;
      // The wallet page reports changes, but not those that are new only to this page.
      if (session.told !== chainId || session.chains.get(namespaceOf(chainId as ChainId)) !== chainId) {
        receive(session, event);
        tell(session, event);
      }
    }
    if (mayDeploy(userOf(session), type, payload, success)) void readDeployment(session);
    return success;
  };
}

function receive(session: Session, event: EmbeddedFrameEvent): void {
  // A reloaded page is on the network in its URL.
  if (event.type === 'READY') session.told = undefined;
  if (event.type === 'CHAIN_CHANGED') {
    const { chainId } = event.payload;
    if (!isChainId(chainId)) return;
    session.told = chainId;
    session.chains.set(namespaceOf(chainId), chainId);
    void readDeployment(session);
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
  const namespace = user.accounts.find(({ address }) => address === user.address)?.namespace;
  const address = accounts.find(one => one.namespace === namespace)?.address ?? user.address;
  const { preferredAccountType: preferred = user.preferredAccountType } = event.payload;
  keep(session, { ...user, address, accounts, preferredAccountType: preferred });
  if (addressesOf(user, 'eip155')[0] !== addressesOf(userOf(session), 'eip155')[0])
    void readDeployment(session);
}

/** Asks whether the smart account is deployed, if it is the active account: that differs by network. Never rejects. */
async function readDeployment(session: Session): Promise<void> {
  const { told } = session;
  const user = userOf(session);
  if (!user || !told?.startsWith('eip155:')) return;
  try {
    const isDeployed = isSmart(user) && (await ask(session, 'INIT_SMART_ACCOUNT', {})).isDeployed;
    const now = userOf(session);
    // The network or the account may have changed meanwhile.
    if (!now || session.told !== told || isSmart(now) !== isSmart(user)) return;
    if (now.smartAccountDeployed !== isDeployed)
      update(session, { user: { ...now, smartAccountDeployed: isDeployed } });
  } catch {
    // It is asked again after the next operation.
  }
}

function tell({ listeners }: Session, event: EmbeddedFrameEvent): void {
  for (const listener of [...listeners]) listener(event);
}

async function read(session: Session, signal?: AbortSignal): Promise<FrameUser> {
  const { chainId: told } = await ask(session, 'GET_CHAIN_ID', {}, { signal });
  followNetwork(session, told);
  // After it, because the wallet page moves to the network of this message.
  const user = await ask(session, 'GET_USER', loginPayload(session.kit), { signal });
  put(session, user);
  return user;
}

/** Makes the wallet page's network the host's, if the host lists it and nobody has chosen one since the page loaded. */
function followNetwork(session: Session, told: string): void {
  receive(session, { type: 'CHAIN_CHANGED', payload: { chainId: told } });
  const { kit, chains } = session;
  if (!isChainId(told)) return;
  const namespace = namespaceOf(told);
  const chain = kit.store.getState().namespaces[namespace];
  const network = chain?.networks.find(({ caipNetworkId }) => caipNetworkId === told);
  if (!chain || standing(chain).length > 0) return;
  if (network && !isNetworkChosen(kit, namespace)) {
    kit.kernel.set(state => withChain(state, namespace, withNetwork(chain, network)));
  } else chains.set(namespace, chain.network.caipNetworkId);
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
  const before = userOf(session);
  keep(session, user);
  const isOther =
    before && before.accounts.map(one => one.address).join() !== user.accounts.map(one => one.address).join();
  if (isOther) tell(session, { type: 'ACCOUNTS_CHANGED', payload: { accounts: [...user.accounts] } });
}

/** Puts the user into the state, and stores the account types: on EVM chains the preferred one, which not every network has. */
function keep(session: Session, user: FrameUser): void {
  const { storage } = session.kit.kernel;
  update(session, { user });
  for (const namespace of authNamespaces(session.kit)) {
    const own = user.accounts.find(one => one.namespace === namespace)?.type;
    const type = namespace === 'eip155' && own ? user.preferredAccountType : own;
    if (type) writeAccountType(storage, namespace, type);
  }
}

/** Removes the user and notifies the adapters. */
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
  // The wallet page lists the active account of each namespace first.
  const chosen = active ?? own[0];
  // One account per namespace is in use at a time; the wallet page signs with no other.
  return chosen ? [chosen.address] : [];
}

function networkOf({ kit }: FlowContext, namespace: ChainNamespace): ChainId {
  return kit.store.getState().namespaces[namespace]?.network.caipNetworkId ?? activeChain(kit);
}
