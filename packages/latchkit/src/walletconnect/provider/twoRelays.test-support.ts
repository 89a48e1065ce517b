import { afterEach, beforeEach, vi } from 'vitest';
import WebSocket from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { memoryMailbox } from '../../../../gateway/src/project/relay/mailbox/memoryMailbox.js';
import { startNetworkRelay } from '../../../../gateway/test/relay/startNetworkRelay.js';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import type { SessionProposal, SessionRequest } from '../session/SignEvents.js';
import type { SignOptions } from '../session/SignOptions.js';
import { createWalletClient } from '../wallet/createWalletClient.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import { ADDRESS, evmNamespaces } from './provider.test-support.js';
import type { UniversalConnectOptions, UniversalProvider } from './UniversalProvider.js';

/** The host's id at the network, which the gateway does not know, as the network does not know the gateway's. */
export const NETWORK_ID = 'a'.repeat(32);

/** Where a client listens. */
export type Place = 'own' | 'network' | 'both';

/**
 * Sees each frame of a client's sockets and may withhold it.
 *
 * @param side - Who sent it.
 * @param host - The relay's host.
 */
export type Watch = (text: string, side: 'client' | 'relay', host: string) => 'pass' | 'drop';

export type TwoRelays = Awaited<ReturnType<typeof startTwoRelays>>;

/** Waits for sockets, in `vi.waitFor`. */
export const soon = { timeout: 30_000, interval: 10 };

/** Starts both relays for each test of a file, and ends them with everything that uses them. */
export function withTwoRelays(): () => TwoRelays {
  let world: TwoRelays;
  beforeEach(async () => {
    world = await startTwoRelays();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.end();
  });
  return () => world;
}

/** Acts on the first frame that matches, which is lost with the relay. */
export function atFrame(
  isIt: (text: string, side: 'client' | 'relay', host: string) => boolean,
  act: () => void,
): Watch {
  let isDone = false;
  return (text, side, host) => {
    if (isDone || !isIt(text, side, host)) return 'pass';
    isDone = true;
    act();
    return 'drop';
  };
}

/** A gateway's relay and the network's, which keep their messages when they are killed, and pages and wallets on them. */
async function startTwoRelays() {
  const ends: (() => unknown)[] = [];
  const mailboxes = { own: memoryMailbox(), network: memoryMailbox() };
  const starts = {
    own: (port = 0) => startRelay({ mailbox: mailboxes.own, port }),
    network: (port = 0) => startNetworkRelay({ mailbox: mailboxes.network, projectIds: [NETWORK_ID], port }),
  };
  const running = { own: await starts.own(), network: await starts.network() };
  const entries = {
    own: { url: running.own.url },
    network: { url: running.network.url, projectId: NETWORK_ID },
  };

  /** The options of a client on one or both relays. Counts the sockets that it opens. */
  const optionsOf = (place: Place, name: string, opened: string[] = [], watch?: Watch): SignOptions => {
    const { relayUrl, ...options } = testOptions(entries.own.url, name);
    return {
      ...options,
      relays: place === 'both' ? [entries.network, entries.own] : [entries[place]],
      createSocket(url) {
        const { host } = new URL(url);
        opened.push(host);
        return watch ? watchedSocket(url, (text, side) => watch(text, side, host)) : socketOf(url);
      },
    };
  };
  return {
    relays: running as { readonly own: TestRelay; readonly network: TestRelay },
    entries,
    optionsOf,
    /** Breaks every connection of a relay. */
    kill: (which: 'own' | 'network') => running[which].kill(),
    /** Starts a killed relay again at its address, with the messages that it had stored. */
    async revive(which: 'own' | 'network') {
      running[which] = await starts[which](running[which].port);
    },
    pageOf(options: Partial<SignOptions> = {}, opened: string[] = []): UniversalProvider {
      const page = createUniversalProvider({ ...optionsOf('both', 'Page', opened), ...options });
      ends.push(() => page.close());
      return page;
    },
    /** @param options - Those of an earlier load of the same wallet. */
    walletOf(
      place: Place,
      name: string,
      address = ADDRESS,
      approves = true,
      options = optionsOf(place, name),
    ) {
      const wallet = walletWith(options, { name, address, approves });
      ends.push(() => wallet.client.close());
      return wallet;
    },
    async end() {
      for (const end of ends.splice(0).reverse()) await end();
      await Promise.all([running.own.stop(), running.network.stop()]);
    },
  };
}

const socketOf = (url: string) => new WebSocket(url) as RelaySocket;

function watchedSocket(
  url: string,
  watch: (text: string, side: 'client' | 'relay') => 'pass' | 'drop',
): RelaySocket {
  const socket = socketOf(url);
  const shown: RelaySocket = {
    send(text) {
      if (watch(text, 'client') === 'pass') socket.send(text);
    },
    close: () => socket.close(),
    ...{ onopen: null, onmessage: null, onerror: null, onclose: null },
  };
  socket.onopen = (event: never) => shown.onopen?.(event);
  socket.onerror = (event: never) => shown.onerror?.(event);
  socket.onclose = (event: never) => shown.onclose?.(event);
  socket.onmessage = (event: never) => {
    if (watch(`${(event as { readonly data: unknown }).data}`, 'relay') === 'pass') shown.onmessage?.(event);
  };
  return shown;
}

/** A wallet that approves one account, and answers each request with its own name. */
function walletWith(
  options: SignOptions,
  {
    name,
    address,
    approves,
  }: { readonly name: string; readonly address: string; readonly approves: boolean },
) {
  const client = createWalletClient(options);
  const proposals: SessionProposal[] = [];
  const requests: SessionRequest[] = [];
  const acknowledged: Promise<string>[] = [];
  const approve = async ({ id }: SessionProposal) => {
    const { eip155 } = evmNamespaces(['eip155:1']);
    const accounts = [`eip155:1:${address}`];
    const namespaces = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [], ...eip155, accounts },
    };
    const approved = await client.approve({ id, namespaces });
    const answer = approved.acknowledged.then(
      () => 'accepted',
      () => 'refused',
    );
    acknowledged.push(answer);
    return answer;
  };
  client.on('session_proposal', proposal => {
    proposals.push(proposal);
    if (approves) approve(proposal).catch(() => {});
  });
  client.on('session_request', request => {
    requests.push(request);
    client.respond(request.id, { result: name }).catch(() => {});
  });
  return { client, proposals, requests, acknowledged, approve };
}

/** Proposes; returns the link, once there is one, and the session to come. */
export async function proposed(page: UniversalProvider, more: Partial<UniversalConnectOptions> = {}) {
  const uris: string[] = [];
  page.on('display_uri', uri => uris.push(uri));
  const session = awaitedLater(page.connect({ chains: ['eip155:1'], ...more }));
  await vi.waitFor(() => {
    if (uris.length === 0) throw new Error('There is no link yet.');
  });
  return { uri: uris[0] ?? '', session };
}

/** Asks the page's wallet to sign. */
export const sign = (page: UniversalProvider) =>
  page.request({ method: 'personal_sign', params: [] }, 'eip155:1');
