import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { isFeatureOffered, type OfferedFeature } from '../kernel/isFeatureOffered.js';
import { reportError } from '../kernel/reportError.js';
import { writeNamespace } from '../kernel/storedRecord.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { routeModal } from './modalState.js';
import type { SwapArguments, View, ViewName } from './View.js';

/** Views without required parameters. */
export type OpenableView = {
  [V in View as V['name']]: { name: V['name'] } extends V ? V['name'] : never;
}[View['name']];

/** What to show in the opened modal. */
export interface OpenOptions {
  /**
   * The view to open. If its feature is off, the default is opened, and the event INTERNAL_ERROR has the code VIEW_NOT_OFFERED.
   * `Networks` is another name of `SwitchNetwork`. Default: Account when connected, else Connect; in basic mode AllWallets on phones, ConnectingWalletConnectBasic elsewhere.
   */
  readonly view?: OpenableView | View | 'Networks';
  /** What a view given by its name opens with; only Swap has arguments. */
  readonly arguments?: SwapArguments;
  /**
   * The namespace to show; it becomes the active one, unless nothing is connected in it while something is in the active one.
   * Default: the active one.
   */
  readonly namespace?: ChainNamespace;
}

/**
 * Opens the modal, or navigates the open one to the view.
 *
 * @example
 * openModal(kit, { view: 'AllWallets' });
 * openModal(kit, { view: 'Swap', arguments: { fromToken: 'ETH', toToken: 'USDC', amount: '0.1' } });
 */
export function openModal(kit: Latchkit, options: OpenOptions = {}): void {
  const { kernel } = kit;
  void kernel.start();
  const { namespace } = options;
  if (namespace && leads(kit.store.getState(), namespace)) {
    kernel.set({ activeNamespace: namespace });
    writeNamespace(kernel.storage, namespace);
  }
  const state = kit.store.getState();
  const asked =
    typeof options.view === 'string'
      ? ({ name: options.view === 'Networks' ? 'SwitchNetwork' : options.view, ...options.arguments } as View)
      : options.view;
  const isRefused = asked !== undefined && !isOffered(kit, state, asked);
  if (isRefused) reportError(kit, 'OPEN', viewNotOffered(asked.name));
  // A copy: each opening is a view of its own, also of an object that the host opens again.
  const view = asked && !isRefused ? { ...asked } : startView(kit, state, namespace);
  const event = { type: state.modal.open ? 'reset' : 'open', view } as const;
  kernel.set({ modal: routeModal(state.modal, event) });
  kernel.emit({ event: 'MODAL_OPEN', view: view.name, connected: isConnected(state, namespace) });
}

/** Views that depend on a feature. */
const FEATURES: Partial<Record<ViewName, OfferedFeature>> = {
  EmailLogin: 'email',
  EmailVerifyDevice: 'email',
  EmailVerifyOtp: 'email',
  ConnectingSocial: 'socials',
  ConnectingFarcaster: 'socials',
  Onramp: 'onramp',
  Pay: 'pay',
  Send: 'send',
  SendSelectToken: 'send',
  SendReview: 'send',
  Swap: 'swaps',
  SwapSelectToken: 'swaps',
  SwapReview: 'swaps',
  Receive: 'receive',
  Activity: 'activity',
};

/** A view is not opened if its feature is off or unsupported in the namespace, or its provider or wallets are not offered. */
function isOffered({ options }: Latchkit, state: LatchkitState, view: View): boolean {
  if (options.wallets === false && /AllWallets|WalletConnect/.test(view.name)) return false;
  const feature = FEATURES[view.name];
  if (feature !== undefined && !isFeatureOffered(state, feature)) return false;
  const provider = view.name === 'ConnectingFarcaster' ? 'farcaster' : 'provider' in view && view.provider;
  return !provider || (state.features.socials || []).includes(provider);
}

function viewNotOffered(view: ViewName): BaseError {
  return new BaseError('VIEW_NOT_OFFERED', `The view ${view} belongs to a feature that is off`, {
    context: { view },
  });
}

/** Whether showing a namespace makes it active: one without a connection doesn't replace one with a connection. */
function leads(state: LatchkitState, namespace: ChainNamespace): boolean {
  return !!state.namespaces[namespace] && (isConnected(state, namespace) || !isConnected(state));
}

function startView({ options }: Latchkit, state: LatchkitState, namespace: ChainNamespace | undefined): View {
  if (!isConnected(state, namespace)) {
    // If the host has an adapter, Connect contains email and social login.
    const basic = options.adapters?.length ? undefined : options.walletConnect?.startView();
    return basic ? { name: basic } : { name: 'Connect', ...(namespace && { namespace }) };
  }
  return {
    name: state.namespaces[state.activeNamespace]?.network.unsupported ? 'UnsupportedChain' : 'Account',
  };
}

function isConnected(state: LatchkitState, namespace = state.activeNamespace): boolean {
  return state.namespaces[namespace]?.account.isConnected === true;
}
