import { vi } from 'vitest';
import WebSocket from 'ws';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import {
  createLatchkit,
  type Latchkit,
  type LatchkitOptions,
  memoryStorage,
  type Storage,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { mainnet, optimism } from '../../networks/index.js';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { namespacesOf, PROJECT_ID } from '../interop/Peer.test-support.js';
import { evmAccount, walletKeys } from '../interop/walletKeys.test-support.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import type { AuthPayload, Cacao, CacaoPayload } from '../session/Cacao.js';
import { formatAuthMessage } from '../session/formatAuthMessage.js';
import type { SessionNamespaces } from '../session/Namespaces.js';
import type { Reason } from '../session/Reason.js';
import type { AuthenticationRequest, SessionProposal, SessionRequest } from '../session/SignEvents.js';
import { createWalletClient, type RequestAnswer, type WalletClient } from '../wallet/createWalletClient.js';
import { payloadToSign } from '../wallet/payloadToSign.js';
import { walletConnect } from '../walletConnect.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** A wallet on another device, with real keys, controlled by the test. */
export interface KitWallet {
  readonly client: WalletClient;
  readonly proposals: SessionProposal[];
  readonly requests: SessionRequest[];
  /** CAIP-10 ids to approve for the requested chains; a reason refuses. */
  approves: ((chains: readonly string[]) => readonly string[]) | Reason;
  /** Properties of the sessions that it approves. */
  properties: Readonly<Record<string, unknown>> | undefined;
  /** Undefined leaves a request without a response. */
  answers: (request: SessionRequest) => Promise<RequestAnswer | undefined>;
  /** Sign-in requests that came with a connection. */
  readonly authentications: AuthenticationRequest[];
  /** From now on the wallet supports sign-in with the connection. @param sign Default: for the first chain. */
  signsIn(sign?: (asked: AuthPayload) => Promise<readonly Cacao[]> | Reason): void;
  /** Follows the link that the kit shows. */
  scan(kit: Latchkit): Promise<void>;
}

export interface KitWorld {
  readonly relay: TestRelay;
  readonly storage: Storage;
  wallet(name?: string, rpcUrl?: string): KitWallet;
  kit(options?: Partial<LatchkitOptions>, pairing?: WalletConnectOptions): Latchkit;
  end(): Promise<void>;
}

/** A page and wallets over a real relay. The page's storage outlives an instance, as it does across a reload. */
export async function createKitWorld(): Promise<KitWorld> {
  // Solana's signatures need typed arrays of this realm; jsdom has its own.
  if (typeof window === 'undefined') {
    vi.stubGlobal('window', new CountingWindow());
    vi.stubGlobal('navigator', { userAgent: 'Node', maxTouchPoints: 0, onLine: true });
  }
  const relay = await startRelay();
  const storage = memoryStorage();
  const ends: (() => unknown)[] = [];
  return {
    ...{ relay, storage },
    wallet(name = 'Phone', rpcUrl) {
      const wallet = createKitWallet(relay.url, name, rpcUrl);
      ends.push(wallet.client.close);
      return wallet;
    },
    kit(options = {}, pairing = {}) {
      const kit = createLatchkit({
        projectId: PROJECT_ID,
        networks: [mainnet, optimism],
        metadata: { name: 'Page' },
        storage,
        walletConnect: walletConnect({
          relayUrl: relay.url,
          // One identity per instance: separate tabs, not duplicates of one tab.
          identityStorage: memoryStorage(),
          createSocket: url => new WebSocket(url) as RelaySocket,
          ...pairing,
        }),
        ...options,
      });
      ends.push(kit.destroy);
      return kit;
    },
    async end() {
      for (const end of ends.reverse()) await end();
      await relay.stop();
    },
  };
}

/** Approves like the peers of the interop tests, plus transactions on Solana. */
function approvedNamespaces(accounts: readonly string[]): SessionNamespaces {
  const { solana, ...namespaces } = namespacesOf(accounts);
  if (!solana) return namespaces;
  return { ...namespaces, solana: { ...solana, methods: [...solana.methods, 'solana_signTransaction'] } };
}

/** Signs in as the wallet's account, on the first requested chain. @param change Changes to the signed payload. */
export async function signedAuth(
  asked: AuthPayload,
  change: Partial<CacaoPayload> = {},
  account = evmAccount,
): Promise<Cacao> {
  const p = { ...payloadToSign(asked, `${asked.chains[0]}:${evmAccount.address}`), ...change };
  const s = { t: 'eip191', s: await account.signMessage({ message: formatAuthMessage(p) }) };
  return { h: { t: 'caip122' }, p, s };
}

function createKitWallet(relayUrl: string, name: string, rpcUrl: string | undefined): KitWallet {
  const client = createWalletClient(testOptions(relayUrl, name));
  const keys = walletKeys(rpcUrl);
  // Work of the wallet that is pending when the test ends is settled then.
  const leave = (promise: Promise<unknown>) => void promise.catch(() => {});
  const wallet: KitWallet = {
    client,
    proposals: [],
    authentications: [],
    requests: [],
    signsIn(sign = async asked => [await signedAuth(asked)]) {
      client.on('session_authenticate', request => {
        wallet.authentications.push(request);
        const { id, authPayload } = request;
        const answer = sign(authPayload);
        if ('code' in answer) leave(client.rejectAuthentication(id, answer));
        else leave(answer.then(auths => client.approveAuthentication(id, auths)));
      });
    },
    approves: chains => chains.flatMap(keys.accounts),
    properties: undefined,
    answers: async ({ request, chainId }) => ({
      result: await keys.answer(request.method, request.params as readonly unknown[], chainId),
    }),
    async scan(kit) {
      const { walletConnect } = await untilState(kit, state => state.walletConnect.uri);
      await client.pair(walletConnect.uri ?? '');
    },
  };
  client.on('session_proposal', proposal => {
    wallet.proposals.push(proposal);
    const { approves } = wallet;
    if ('code' in approves) return leave(client.reject(proposal.id, approves));
    const chains = Object.values(proposal.optionalNamespaces).flatMap(one => one.chains ?? []);
    const namespaces = approvedNamespaces(approves(chains));
    leave(client.approve({ id: proposal.id, namespaces, sessionProperties: wallet.properties }));
  });
  client.on('session_request', request => {
    wallet.requests.push(request);
    leave(
      wallet.answers(request).then(
        answer => answer && client.respond(request.id, answer),
        error =>
          client.respond(request.id, { error: { code: -32000, message: `${(error as Error).message}` } }),
      ),
    );
  });
  return wallet;
}
