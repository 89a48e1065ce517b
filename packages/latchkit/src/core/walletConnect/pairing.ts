import { BaseError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { WalletConnectLink } from '../wallets/walletConnectLinks.js';
import { linkEnvironment } from '../wallets/walletLinks.js';
import type { RelayKind } from './RelayEntry.js';
import type { WalletConnectFlow } from './WalletConnectConfig.js';

/** Set on start if WalletConnect is configured. */
export const walletConnectFlow = /* @__PURE__ */ instanceSlot<WalletConnectFlow>('walletConnect');

/**
 * Starts a WalletConnect pairing and keeps its link valid: `state.walletConnect.uri`, and in a tap {@link pairingLink}. The modal
 * does this automatically while it shows a connecting view; a host with its own interface calls it when that opens. A repeated
 * call retries a failed pairing. The relay's status is in the state.
 *
 * @throws WALLET_CONNECT_CONNECTOR_NOT_FOUND without the option `walletConnect`; REQUEST_FAILED if its code fails to load;
 * WC_NO_RELAY.
 *
 * @example
 * await startPairing(kit);
 * const { uri } = kit.store.getState().walletConnect;
 */
export async function startPairing(kit: Latchkit): Promise<void> {
  await walletConnectOf(kit).then(flow => flow.startPairing());
}

/**
 * Starts pairing while the modal shows Connect, so that a link is ready for the next tap. Call it when a visitor hovers or
 * focuses a wallet that `pairs`. Never rejects.
 *
 * @param touched - The visitor touched the wallets: on a phone, whose page sleeps once a wallet's app is open, the network's relay
 * is contacted now. Without it, only the gateway's is.
 */
export async function preparePairing(kit: Latchkit, touched = false): Promise<void> {
  if (!kit.options.walletConnect) return;
  await kit.kernel.start();
  const flow = walletConnectFlow.get(kit);
  flow?.prepare();
  // On a computer, a pointer over a wallet is no touch.
  if (touched && linkEnvironment().platform !== 'desktop') flow?.reach();
}

/**
 * Makes the pairing known to the network's relay, because its code or link is shown. {@link startPairing} does it too.
 *
 * @param relay - The relay of the wallet that gets it; undefined: any wallet.
 */
export function reachWallets(kit: Latchkit, relay?: RelayKind | 'both' | null): void {
  if (relay !== 'gateway') walletConnectFlow.get(kit)?.reach();
}

/**
 * Stops the pairing that {@link startPairing} started. A session, and the modal's own pairing, stay.
 *
 * @example
 * stopPairing(kit);
 */
export function stopPairing(kit: Latchkit): void {
  walletConnectFlow.get(kit)?.stopPairing();
}

/**
 * The current pairing link, to follow or to pass to `walletConnectLinks`. Read it synchronously in the tap, because phones open
 * apps only then. Undefined while none is ready.
 */
export function pairingLink(kit: Latchkit): string | undefined {
  return walletConnectFlow.get(kit)?.link();
}

/**
 * Answers whether the addresses in `state.walletConnect.unconfirmed` are the visitor's: if not, the session ends. The modal asks
 * itself. Resolves once the answer is applied.
 */
export async function confirmAddress(kit: Latchkit, isMine: boolean): Promise<void> {
  const { answerAddress } = await import('./confirmAddress.js');
  answerAddress(kit, isMine);
}

/** Sends a request of `state.walletConnect.requests` to the relay again, for a wallet that does not show it. */
export async function resendRequest(kit: Latchkit, id: number): Promise<void> {
  const flow = await walletConnectOf(kit);
  await (await flow.client()).resend(id);
}

/**
 * Cancels a request of `state.walletConnect.requests`: its caller gets REQUEST_REJECTED. The wallet isn't notified: if the
 * visitor still approves there, it may take effect.
 */
export async function cancelWalletRequest(kit: Latchkit, id: number): Promise<void> {
  const flow = await walletConnectOf(kit);
  (await flow.client()).cancel(id);
}

async function walletConnectOf(kit: Latchkit): Promise<WalletConnectFlow> {
  if (!kit.options.walletConnect)
    throw new BaseError('WALLET_CONNECT_CONNECTOR_NOT_FOUND', 'WalletConnectConnector not found');
  await kit.kernel.start();
  const flow = walletConnectFlow.get(kit);
  if (flow) return flow;
  throw createError('REQUEST_FAILED', { details: 'The start code failed to load. Try again.' });
}

export interface OpenWalletOptions {
  /**
   * The wallet of the list or the directory that gets the pairing; with WalletConnect's own entry, any wallet, which only Android
   * can choose. Default: the connected wallet, for a pending request.
   */
  readonly walletId?: string;
  /** Which of its links. Default: the best for this device. */
  readonly kind?: WalletConnectLink['kind'];
  /** Opens it only if a relay to which the wallet listens has the pairing: a link that it doesn't know yet leads nowhere. */
  readonly whenReady?: boolean;
}

/**
 * Opens a wallet's app or web app by its link: with the pairing link while pairing, else at the newest pending request. Call it
 * synchronously in the tap. The link is stored, so that requests open the same wallet. Returns the opened link; undefined: no
 * link works here, show the QR code.
 */
export function openWallet(kit: Latchkit, options: OpenWalletOptions = {}): string | undefined {
  return walletConnectFlow.get(kit)?.open(options);
}
