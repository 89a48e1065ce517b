import { catalogueError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { WalletConnectFlow } from './WalletConnectFlow.js';

/** Set where WalletConnect is configured, with the start. */
export const walletConnectFlow = /* @__PURE__ */ instanceSlot<WalletConnectFlow>('walletConnect');

/**
 * Starts a WalletConnect pairing and keeps its link fresh: `state.walletConnect.uri`, and in a tap {@link pairingLink}. The
 * modal does it by itself while it shows a view to connect in; a host with an interface of its own calls it when that opens.
 * Calling it again tries again what failed. How the relay stands is told by the state.
 *
 * @throws WALLET_CONNECT_CONNECTOR_NOT_FOUND no `walletConnect` was given to createLatchkit [ERR-58]; REQUEST_FAILED its
 * code does not load; WC_NO_RELAY.
 */
export async function startPairing(kit: Latchkit): Promise<void> {
  await walletConnectOf(kit).then(flow => flow.startPairing());
}

/**
 * Pairs while the modal shows Connect, as it does on the views that only pair: a link is ready for a tap that follows. Call it
 * when a visitor reaches for a wallet that `pairs`. Never rejects.
 */
export async function preparePairing(kit: Latchkit): Promise<void> {
  if (!kit.options.walletConnect) return;
  await kit.kernel.start();
  walletConnectFlow.get(kit)?.prepare();
}

/** Gives the pairing up that {@link startPairing} began. A session that stands stays; the modal's own pairing too. */
export function stopPairing(kit: Latchkit): void {
  walletConnectFlow.get(kit)?.stopPairing();
}

/**
 * The pairing link to follow now, or to put into a wallet's link with `walletConnectLinks`: read in the tap itself, without
 * waiting, because phones open apps only in the turn of a tap. Undefined while none is ready.
 */
export function pairingLink(kit: Latchkit): string | undefined {
  return walletConnectFlow.get(kit)?.link();
}

/** Hands a request of `state.walletConnect.requests` to the relay again, for a wallet that does not show it. */
export async function resendRequest(kit: Latchkit, id: number): Promise<void> {
  const flow = await walletConnectOf(kit);
  await (await flow.client()).resend(id);
}

/**
 * Takes a request of `state.walletConnect.requests` back: its caller gets REQUEST_REJECTED. The wallet isn't told: what the
 * visitor still approves there may take effect.
 */
export async function cancelWalletRequest(kit: Latchkit, id: number): Promise<void> {
  const flow = await walletConnectOf(kit);
  (await flow.client()).cancel(id);
}

async function walletConnectOf(kit: Latchkit): Promise<WalletConnectFlow> {
  if (!kit.options.walletConnect) throw catalogueError('WALLET_CONNECT_CONNECTOR_NOT_FOUND');
  await kit.kernel.start();
  const flow = walletConnectFlow.get(kit);
  if (flow) return flow;
  throw catalogueError('REQUEST_FAILED', { details: 'The code of the start did not load.' });
}
