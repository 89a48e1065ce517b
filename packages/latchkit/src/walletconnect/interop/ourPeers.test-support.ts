import { vi } from 'vitest';
import WebSocket from 'ws';
import { memoryStorage } from '../../core/kernel/storage.js';
import { createDappClient } from '../dapp/createDappClient.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import { formatAuthMessage } from '../session/formatAuthMessage.js';
import type { SignOptions } from '../session/SignOptions.js';
import { createWalletClient } from '../wallet/createWalletClient.js';
import { payloadToSign } from '../wallet/payloadToSign.js';
import {
  askedNamespaces,
  type DappPeer,
  METADATA,
  namespacesOf,
  PROJECT_ID,
  SIGN_IN,
  type WalletKeys,
  type WalletPeer,
} from './Peer.test-support.js';

/** Options for one of our clients in a test. Node 20 has no built-in WebSocket. */
export function testOptions(relayUrl: string | readonly string[], name = 'Test'): SignOptions {
  return {
    relayUrl,
    projectId: PROJECT_ID,
    metadata: { ...METADATA, name },
    storage: memoryStorage(),
    identityStorage: memoryStorage(),
    createSocket: url => new WebSocket(url) as RelaySocket,
  };
}

/** Runs an action with the clock eight days ahead. */
function inEightDays(action: () => void): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 });
  action();
  vi.useRealTimers();
}

export async function ourDapp(relayUrl: string): Promise<DappPeer> {
  const client = createDappClient(testOptions(relayUrl, 'Our page'));
  const heard: string[] = [];
  client.on('session_event', ({ event }) => heard.push(`${event.name}:${JSON.stringify(event.data)}`));
  const find = (topic: string) => client.sessions().find(session => session.topic === topic);
  const accountsOf = (topic: string) =>
    Object.values(find(topic)?.namespaces ?? {}).flatMap(one => one.accounts);
  return {
    heard,
    async connect({ chains, signIn }) {
      const { uri, approval } = client.propose({
        optionalNamespaces: askedNamespaces(chains),
        ...(signIn && { authentication: { ...SIGN_IN, chains } }),
      });
      const settled = approval.then(({ topic, auths = [] }) => ({
        topic,
        accounts: accountsOf(topic),
        signatures: auths.map(({ s }) => s.s),
      }));
      settled.catch(() => {});
      return { uri, settled };
    },
    request: (topic, chainId, method, params) => client.request({ topic, chainId, method, params }),
    ping: client.ping,
    disconnect: topic => client.disconnect(topic),
    accounts: accountsOf,
    expiry: topic => find(topic)?.expiry,
    expire: topic => inEightDays(() => void client.ping(topic).catch(() => {})),
    close: async () => client.close(),
  };
}

export async function ourWallet(relayUrl: string, keys: WalletKeys): Promise<WalletPeer> {
  const client = createWalletClient(testOptions(relayUrl, 'Our wallet'));
  let refuses = false;
  const attempt = (action: () => Promise<unknown>) => void action().catch(() => {});
  client.on('session_proposal', ({ id, optionalNamespaces }) =>
    attempt(async () => {
      if (refuses) return client.reject(id);
      const chains = Object.values(optionalNamespaces).flatMap(one => one.chains ?? []);
      await client.approve({ id, namespaces: namespacesOf(chains.flatMap(keys.accounts)) });
    }),
  );
  client.on('session_authenticate', ({ id, authPayload }) =>
    attempt(async () => {
      if (refuses) return client.rejectAuthentication(id);
      const p = payloadToSign(authPayload, `${keys.accounts(authPayload.chains[0] ?? '')[0]}`);
      const s = { t: 'eip191', s: await keys.sign(formatAuthMessage(p)) };
      await client.approveAuthentication(id, [{ h: { t: 'caip122' }, p, s }]);
    }),
  );
  client.on('session_request', ({ id, chainId, request }) =>
    attempt(async () => {
      try {
        const result = await keys.answer(request.method, request.params as readonly unknown[], chainId);
        await client.respond(id, { result });
      } catch (error) {
        await client.respond(id, { error: { code: -32000, message: `${(error as Error).message}` } });
      }
    }),
  );
  return {
    pair: client.pair,
    refuse() {
      refuses = true;
    },
    emit: (topic, chainId, name, data) => client.emit(topic, chainId, { name, data }),
    update: (topic, accounts) => client.update(topic, namespacesOf(accounts)),
    extend: client.extend,
    ping: client.ping,
    disconnect: topic => client.disconnect(topic),
    expiry: topic => client.sessions().find(session => session.topic === topic)?.expiry,
    expire: topic => inEightDays(() => void client.ping(topic).catch(() => {})),
    close: async () => client.close(),
  };
}
