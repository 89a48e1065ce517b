import type { ComponentType } from 'react';
import type { View, ViewName } from '../../core/index.js';
import { ConnectView } from '../views/connect/ConnectView.js';
import { connectParts } from '../views/connect/connectParts.js';
import type { EmbeddedParts } from '../views/email/addEmbeddedTexts.js';
import type { EmailEntryProps } from '../views/email/EmailEntry.js';

/** What every view is given. */
export interface ViewProps {
  readonly view: View;
  /** Its place in the stack, from 0. */
  readonly depth: number;
  /** Drawn as a part of Connect, and not as a view of its own. */
  readonly inConnect?: Omit<EmailEntryProps, 'depth'>;
}

type ViewComponent = ComponentType<ViewProps>;

const emailViews = async (parts: EmbeddedParts) =>
  (await import('../views/email/emailViews.js')).loadEmailViews(parts);
const updateViews = async (parts: EmbeddedParts) =>
  (await import('../views/emailUpdate/updateViews.js')).loadUpdateViews(parts);

type Loader = (parts: EmbeddedParts) => Promise<ViewComponent>;

/** Every view but Connect, which comes with the modal, is in a chunk of its own; those of the embedded wallet bring their texts. */
const LOADERS: Readonly<Record<Exclude<ViewName, 'Connect'>, Loader>> = {
  AllWallets: async () => (await import('../views/allWallets/AllWalletsView.js')).AllWalletsView,
  ConnectingExternal: async () =>
    (await import('../views/connecting/ConnectingExternalView.js')).ConnectingExternalView,
  ConnectingWalletConnect: async () =>
    (await import('../views/walletConnect/ConnectingWalletConnectView.js')).ConnectingWalletConnectView,
  ConnectingWalletConnectBasic: async () =>
    (await import('../views/walletConnect/createBasicView.js')).createBasicView(connectParts),
  Account: async () => (await import('../views/account/AccountView.js')).AccountView,
  SwitchNetwork: async () => (await import('../views/network/SwitchNetworkView.js')).SwitchNetworkView,
  UnsupportedChain: async () =>
    (await import('../views/network/UnsupportedChainView.js')).UnsupportedChainView,
  SIWXSignMessage: async () => (await import('../views/signIn/SIWXSignMessageView.js')).SIWXSignMessageView,
  ChooseChain: async () => (await import('../views/chooseChain/ChooseChainView.js')).ChooseChainView,
  SwitchActiveChain: async () =>
    (await import('../views/network/SwitchActiveChainView.js')).SwitchActiveChainView,
  ProfileWallets: async () => (await import('../views/profile/ProfileWalletsView.js')).ProfileWalletsView,
  EmailLogin: async parts => (await emailViews(parts)).EmailLoginView,
  EmailVerifyDevice: async parts => (await emailViews(parts)).EmailVerifyDeviceView,
  EmailVerifyOtp: async parts => (await emailViews(parts)).EmailVerifyOtpView,
  UpdateEmailWallet: async parts => (await updateViews(parts)).UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: async parts => (await updateViews(parts)).UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: async parts => (await updateViews(parts)).UpdateEmailSecondaryOtpView,
  ApproveTransaction: async parts => (await import('../views/approve/approveView.js')).loadApproveView(parts),
  Receive: async () => (await import('../views/receive/ReceiveView.js')).ReceiveView,
  Send: async () => (await import('../views/send/SendView.js')).SendView,
  SendSelectToken: async () => (await import('../views/send/SendSelectTokenView.js')).SendSelectTokenView,
  SendReview: async () => (await import('../views/send/SendReviewView.js')).SendReviewView,
  TransactionStatus: async () =>
    (await import('../views/transaction/TransactionStatusView.js')).TransactionStatusView,
  Activity: async () => (await import('../views/activity/ActivityView.js')).ActivityView,
  WhatIsAWallet: async () => (await import('../views/about/WhatIsAWalletView.js')).WhatIsAWalletView,
  WhatIsANetwork: async () => (await import('../views/about/WhatIsANetworkView.js')).WhatIsANetworkView,
};

/** Loads views when they are wanted, each once. */
export interface ViewLoader {
  get(name: ViewName): ViewComponent | undefined;
  failed(name: ViewName): boolean;
  /** Begins to load a view; one that failed is tried again. Never rejects. */
  load(name: ViewName): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/**
 * @param prepare loads what every view but Connect needs beside its code: their texts. Called until it succeeds once.
 * @param parts what the embedded wallet's views add their own to.
 */
export function createViewLoader(prepare: () => Promise<void>, parts: EmbeddedParts): ViewLoader {
  const loaded = new Map<ViewName, ViewComponent>([['Connect', ConnectView]]);
  const pending = new Map<ViewName, Promise<void>>();
  const failures = new Set<ViewName>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let prepared: Promise<void> | undefined;
  const prepareOnce = () => {
    prepared ??= prepare().catch(error => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  const fetchView = async (name: Exclude<ViewName, 'Connect'>) => {
    try {
      const [view] = await Promise.all([LOADERS[name](parts), prepareOnce()]);
      loaded.set(name, view);
    } catch {
      failures.add(name);
    } finally {
      pending.delete(name);
      tell();
    }
  };
  return {
    get: name => loaded.get(name),
    failed: name => failures.has(name),
    load: name => {
      if (name === 'Connect' || loaded.has(name)) return Promise.resolve();
      const running = pending.get(name);
      if (running) return running;
      failures.delete(name);
      const promise = fetchView(name);
      pending.set(name, promise);
      return promise;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
