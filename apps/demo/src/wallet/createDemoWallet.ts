import type { CaipNetwork } from 'latchkit';
import { createWalletClient, type RelayEntry } from 'latchkit/walletconnect';
import { approvePending, reasonOf, rejectPending } from './answerPending.js';
import { createChoice } from './createChoice.js';
import { createWalletStore } from './createWalletStore.js';
import { followClient } from './followClient.js';
import { harborMetadata } from './harborMetadata.js';
import { keptUnder } from './keptUnder.js';
import { pairWith } from './pairWith.js';
import { readPending, readPendingRequest } from './readPending.js';
import { tellAccount, tellNetwork } from './tellPages.js';
import type { Notice, Pending, WalletState } from './WalletState.js';
import type { WalletKeys } from './walletKeys.js';

export interface DemoWalletOptions {
  readonly relays: readonly RelayEntry[];
  readonly projectId: string;
  readonly keys: WalletKeys;
  readonly networks: readonly [CaipNetwork, ...CaipNetwork[]];
}

/** The wallet behind the page: a WalletConnect client, the keys and the user's decisions. */
export interface DemoWallet {
  state(): WalletState;
  subscribe(listener: () => void): () => void;
  /** Opens a link; resolves to an error text, or to undefined on success. */
  pair(uri: string): Promise<string | undefined>;
  /** Opens the link in the page's URL; an error is shown as the notice. */
  open(uri: string): Promise<void>;
  approve(pending: Pending): Promise<void>;
  reject(pending: Pending): Promise<void>;
  disconnect(topic: string): Promise<void>;
  chooseAccount(index: number): void;
  chooseNetwork(network: CaipNetwork): void;
}

/** Creates the wallet and resumes its stored sessions. It lives as long as the page. */
export function createDemoWallet({ relays, projectId, keys, networks }: DemoWalletOptions): DemoWallet {
  const storage = keptUnder('harbor.', () => localStorage);
  const client = createWalletClient({
    relays,
    projectId,
    storage,
    metadata: harborMetadata(),
    identityStorage: keptUnder('harbor.', () => sessionStorage),
  });
  const choice = createChoice(storage, keys, networks);
  const chosenKeys = () => keys[choice.account()] ?? keys[0];
  const store = createWalletStore(() => ({
    sessions: client.sessions(),
    pending: readPending(client, keys, networks),
    account: choice.account(),
    network: choice.network(),
  }));
  const tell = (tone: Notice['tone'], text: string) => store.change({ notice: { tone, text } });
  const answer = async ({ id }: Pending, act: () => Promise<Notice>) => {
    if (store.passing().answering !== undefined) return;
    store.change({ answering: id, notice: undefined });
    const notice = await act().catch((error): Notice => ({ tone: 'danger', text: reasonOf(error) }));
    store.change({ answering: undefined, notice });
  };

  followClient(client, store, request => readPendingRequest(request, client, keys, networks) !== undefined);
  client.restore();

  return {
    state: store.state,
    subscribe: store.subscribe,
    pair: uri => pairWith(client, store, uri),
    async open(uri) {
      const problem = await pairWith(client, store, uri);
      if (problem !== undefined) tell('danger', problem);
    },
    approve: pending =>
      answer(pending, () => {
        const onUnconfirmed = () => tell('danger', 'The page did not confirm the connection.');
        const current = choice.network();
        const ordered = [current, ...networks.filter(one => one !== current)];
        return approvePending({ client, keys: chosenKeys(), networks: ordered, onUnconfirmed }, pending);
      }),
    reject: pending => answer(pending, () => rejectPending(client, pending)),
    async disconnect(topic) {
      const told = client.disconnect(topic);
      tell('success', 'Disconnected. The page was told.');
      await told;
    },
    chooseAccount(index) {
      choice.chooseAccount(index);
      tellAccount(client, chosenKeys());
      store.change();
    },
    chooseNetwork(network) {
      choice.chooseNetwork(network);
      tellNetwork(client, network);
      store.change();
    },
  };
}
