import { AUTH_ID } from '../../core/adapter/Connector.js';
import type { EmbeddedWalletFlow } from '../../core/embeddedWallet/EmbeddedWalletConfig.js';
import { embeddedWalletFlow } from '../../core/embeddedWallet/getEmbeddedWallet.js';
import {
  readLastEmail,
  readLogin,
  writeEmailLogin,
  writeLastEmail,
  writePendingLogin,
  writeSmartNetworks,
  writeSocialLogin,
} from '../../core/embeddedWallet/loginRecords.js';
import type { Latchkit } from '../../core/Latchkit.js';
import type { LatchkitState } from '../../core/LatchkitState.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';
import type { EmbeddedWalletOptions } from '../EmbeddedWalletOptions.js';
import type { AskInWindow } from './askInWindow.js';
import { connectSignedInUser } from './connectSignedInUser.js';
import { createAccountSwitch } from './createAccountSwitch.js';
import { createEmailUpdate } from './createEmailUpdate.js';
import { createKitFrame } from './createKitFrame.js';
import { createLogin } from './createLogin.js';
import { createProviders } from './createProviders.js';
import { createSocialFlow } from './createSocialFlow.js';
import { createUserSession, type UserSession } from './createUserSession.js';
import { deriveUser } from './deriveUser.js';
import { ask, type FlowContext, update } from './FlowContext.js';
import { followApprovals } from './followApprovals.js';
import { followLoginPrompt } from './followLoginPrompt.js';

/** Runs an instance's embedded wallet. If a login is stored, the wallet page loads and reports the signed-in user. */
export function followEmbeddedWallet(kit: Latchkit, options: EmbeddedWalletOptions): EmbeddedWalletFlow {
  const { kernel } = kit;
  if (kernel.signal.aborted) throw createError('DESTROYED');
  const known = embeddedWalletFlow.get(kit);
  if (known) return known;
  const context: FlowContext = { kit, frame: createKitFrame(kit, options) };
  const session = createUserSession(context);
  kernel.derive(deriveUser);
  const view = followApprovals(kit);
  const askInWindow: AskInWindow = async (...asked) =>
    (await import('./askInWindow.js')).askInWindow({ ...context, view, wallet: options.wallet }, ...asked);
  const providers = createProviders(kit, session, view);
  update(context, { lastEmail: readLastEmail(kernel.storage) });
  endUnused(kit, session);
  tellNetwork(kit, session);

  const flow: EmbeddedWalletFlow = {
    wallet: namespace => ({
      provider: async () => providers[namespace === 'solana' ? 'solana' : 'eip155'],
      async connect({ chainId }) {
        if (!(await session.restore())) {
          throw createError('CONNECTION_REJECTED', {
            details: 'Nobody is logged in: see startEmailLogin.',
          });
        }
        const wanted = chainId ?? session.chainOf(namespace);
        session.setChain(namespace, wanted);
        await session.moveTo(wanted);
      },
      // The session knows the network: the wallet page's, or the one that was chosen meanwhile.
      restore: () => session.restore(),
      disconnect: session.end,
    }),
    preload: () => context.frame.load().catch(() => {}),
    ...createLogin({
      ...context,
      askInWindow,
      enter: (email, signal) => enter(context, session, signal, () => keepEmail(context, email)),
    }),
    ...createSocialFlow({
      ...context,
      wallet: options.wallet,
      enter: signal => enter(context, session, signal, user => keepSocial(context, user)),
    }),
    ...createEmailUpdate(context, session, view),
    ...createAccountSwitch(context, session),
    async manageWallet(tab) {
      await askInWindow('MANAGE_WALLET', {}, tab, kernel.signal);
    },
  };
  followLoginPrompt(context, view, () => {
    flow.cancelEmailLogin();
    flow.cancelSocialLogin();
  });
  embeddedWalletFlow.set(kit, flow);
  const { features } = kit.store.getState();
  if (kit.options.reconnect !== false && readLogin(kernel.storage, features)) {
    void session.restore().then(isRestored => isRestored && readSmartNetworks(context));
  }
  return flow;
}

/**
 * Connects the user who logged in.
 *
 * @param keep - Stores the login.
 * @throws ABORTED the login was cancelled; the wallet page's errors; what `connect` throws.
 */
async function enter(
  context: FlowContext,
  session: UserSession,
  signal: AbortSignal,
  keep: (user: FrameUser) => void,
): Promise<void> {
  try {
    const user = await session.read(signal);
    if (signal.aborted) throw frameError('ABORTED', { context: { type: 'CONNECT_EMAIL' } });
    keep(user);
  } catch (cause) {
    // No user may stay signed in unnoticed.
    if (isError(cause, 'ABORTED')) void session.end();
    throw cause;
  }
  await connectSignedInUser(context.kit);
  readSmartNetworks(context);
}

/** Stores which chains have smart accounts; the wallet page then reports the smart account too. */
function readSmartNetworks(context: FlowContext): void {
  const { storage } = context.kit.kernel;
  ask(context, 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', {}).then(
    ({ smartAccountEnabledNetworks }) => {
      writeSmartNetworks(storage, smartAccountEnabledNetworks);
      update(context, { smartAccountNetworks: smartAccountEnabledNetworks });
    },
    // The smart account networks are requested again at the next login.
    () => {},
  );
}

function keepEmail(context: FlowContext, email: string): void {
  const { storage } = context.kit.kernel;
  writeLastEmail(storage, email);
  writeEmailLogin(storage);
  update(context, { lastEmail: email });
}

function keepSocial({ kit }: FlowContext, { authProvider = '', userName }: FrameUser): void {
  const { storage } = kit.kernel;
  writeSocialLogin(storage, authProvider, userName ?? undefined);
  writePendingLogin(storage, undefined);
}

/** Signs the user out once no namespace is connected: another wallet replaced it, or the connection ended. */
function endUnused(kit: Latchkit, session: UserSession): void {
  const unsubscribe = kit.store.subscribe((state, before) => {
    if (state.namespaces === before.namespaces || !isUsed(before) || isUsed(state) || !session.isOpen())
      return;
    void session.end();
  });
  kit.kernel.signal.addEventListener('abort', unsubscribe, { once: true });
}

/** Reports the visitor's network to the wallet page, even when no wallet is asked to switch. */
function tellNetwork(kit: Latchkit, session: UserSession): void {
  const networkOf = ({ namespaces, activeNamespace }: LatchkitState) => {
    const { connection, network } = namespaces[activeNamespace] ?? {};
    const isOwn = connection?.status === 'connected' && connection.connectorId === AUTH_ID;
    return isOwn ? network?.caipNetworkId : undefined;
  };
  const unsubscribe = kit.store.subscribe((state, before) => {
    const id = networkOf(state);
    if (id && id !== networkOf(before)) void session.moveTo(id);
  });
  kit.kernel.signal.addEventListener('abort', unsubscribe, { once: true });
}

function isUsed({ namespaces }: LatchkitState): boolean {
  return Object.values(namespaces).some(({ connection, others }) =>
    [connection, ...others].some(one => 'connectorId' in one && one.connectorId === AUTH_ID),
  );
}
