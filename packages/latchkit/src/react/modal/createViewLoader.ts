import type { ComponentType } from 'react';
import type { View, ViewName } from '../../core/index.js';
import { ConnectView } from '../views/connect/ConnectView.js';
import { connectParts } from '../views/connect/connectParts.js';

/** What every view is given. */
export interface ViewProps {
  readonly view: View;
  /** Its place in the stack, from 0. */
  readonly depth: number;
}

type ViewComponent = ComponentType<ViewProps>;

/** Every view but Connect, which comes with the modal, is a chunk of its own. */
const LOADERS: Readonly<Record<Exclude<ViewName, 'Connect'>, () => Promise<ViewComponent>>> = {
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
  EmailLogin: async () => (await import('../views/email/EmailLoginView.js')).EmailLoginView,
  EmailVerifyDevice: async () =>
    (await import('../views/email/EmailVerifyDeviceView.js')).EmailVerifyDeviceView,
  EmailVerifyOtp: async () => (await import('../views/email/EmailVerifyOtpView.js')).EmailVerifyOtpView,
  UpdateEmailWallet: async () =>
    (await import('../views/email/UpdateEmailWalletView.js')).UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: async () =>
    (await import('../views/email/UpdateEmailPrimaryOtpView.js')).UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: async () =>
    (await import('../views/email/UpdateEmailSecondaryOtpView.js')).UpdateEmailSecondaryOtpView,
  ApproveTransaction: async () =>
    (await import('../views/approve/ApproveTransactionView.js')).ApproveTransactionView,
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

/** @param prepare loads what every view but Connect needs beside its code: their texts. Called until it succeeds once. */
export function createViewLoader(prepare: () => Promise<void>): ViewLoader {
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
      const [view] = await Promise.all([LOADERS[name](), prepareOnce()]);
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
