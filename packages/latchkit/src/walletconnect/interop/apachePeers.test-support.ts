import { randomUUID } from 'node:crypto';
import { type IWalletKit, WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils';
import {
  ALLOWED,
  askedNamespaces,
  type DappPeer,
  METADATA,
  namespacesOf,
  PROJECT_ID,
  SIGN_IN,
  type WalletKeys,
  type WalletPeer,
} from './Peer.test-support.js';

type KitOptions = Parameters<typeof WalletKit.init>[0];
type Client = Awaited<ReturnType<typeof SignClient.init>>;

/** Two of these clients in one process need separate storage. */
const place = (relayUrl: string) => ({
  projectId: PROJECT_ID,
  relayUrl,
  customStoragePrefix: randomUUID(),
  storageOptions: { database: ':memory:' },
  telemetryEnabled: false,
  logger: 'silent',
});

const closeCore = async ({ heartbeat, relayer }: Client['core']) => {
  heartbeat.stop();
  await relayer.transportClose();
};

const accountsIn = (namespaces: Readonly<Record<string, { accounts: string[] }>>) =>
  Object.values(namespaces).flatMap(({ accounts }) => accounts);

/** @walletconnect/sign-client 2.21.8 as a page. */
export async function apacheDapp(relayUrl: string): Promise<DappPeer> {
  const client = await SignClient.init({ ...place(relayUrl), metadata: { ...METADATA, name: 'Their page' } });
  const heard: string[] = [];
  client.on(
    'session_event',
    ({ params: { event } }) => void heard.push(`${event.name}:${JSON.stringify(event.data)}`),
  );
  const find = (topic: string) => client.session.getAll().find(session => session.topic === topic);
  return {
    heard,
    async connect({ chains, signIn }) {
      if (!signIn) {
        const { uri = '', approval } = await client.connect({ optionalNamespaces: askedNamespaces(chains) });
        const settled = approval().then(({ topic, namespaces }) => ({
          topic,
          accounts: accountsIn(namespaces),
          signatures: [],
        }));
        settled.catch(() => {});
        return { uri, settled };
      }
      const { aud, ...rest } = SIGN_IN;
      const methods = ALLOWED.eip155?.methods ?? [];
      const { uri = '', response } = await client.authenticate({
        ...rest,
        uri: aud,
        chains: [...chains],
        methods,
      });
      const settled = response().then(({ session, auths = [] }) => ({
        topic: session?.topic ?? '',
        accounts: accountsIn(session?.namespaces ?? {}),
        signatures: auths.map(({ s }) => s.s),
      }));
      settled.catch(() => {});
      return { uri, settled };
    },
    request: (topic, chainId, method, params) =>
      client.request({ topic, chainId, request: { method, params } }),
    ping: topic => client.ping({ topic }),
    disconnect: topic => client.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') }),
    accounts: topic => accountsIn(find(topic)?.namespaces ?? {}),
    expiry: topic => find(topic)?.expiry,
    expire: topic => client.core.expirer.set(topic, 1),
    close: () => closeCore(client.core),
  };
}

/** What a wallet on either of their clients does automatically. */
interface Automatic {
  approve(id: number, namespaces: ReturnType<typeof namespacesOf>): Promise<unknown>;
  reject(id: number): Promise<unknown>;
  rejectAuth(id: number): Promise<unknown>;
  approveAuth(id: number, auth: ReturnType<typeof buildAuthObject>): Promise<unknown>;
  format(request: Parameters<Client['formatAuthMessage']>[0]): string;
  respond(topic: string, answer: { id: number; jsonrpc: '2.0'; result: unknown }): Promise<unknown>;
}

/** The event methods of both clients that are used here. */
type Events = Pick<Client, 'on'>;

function run(events: Events, keys: WalletKeys, act: Automatic): { refuse(): void } {
  let refuses = false;
  const attempt = (action: () => Promise<unknown>) => void action().catch(() => {});
  events.on('session_proposal', ({ id, params }) =>
    attempt(async () => {
      const chains = Object.values(params.optionalNamespaces).flatMap(one => one.chains ?? []);
      return refuses ? act.reject(id) : act.approve(id, namespacesOf(chains.flatMap(keys.accounts)));
    }),
  );
  events.on('session_authenticate', ({ id, params }) =>
    attempt(async () => {
      if (refuses) return act.rejectAuth(id);
      const [chain = ''] = params.authPayload.chains;
      const [iss = ''] = keys.accounts(chain);
      const methods = ALLOWED.eip155?.methods ?? [];
      const payload = populateAuthPayload({ authPayload: params.authPayload, chains: [chain], methods });
      const signature = await keys.sign(act.format({ request: payload, iss }));
      return act.approveAuth(id, buildAuthObject(payload, { t: 'eip191', s: signature }, iss));
    }),
  );
  events.on('session_request', ({ topic, id, params: { request, chainId } }) =>
    attempt(async () => {
      const result = await keys.answer(request.method, request.params, chainId);
      return act.respond(topic, { id, jsonrpc: '2.0', result });
    }),
  );
  return {
    refuse() {
      refuses = true;
    },
  };
}

/** @walletconnect/sign-client 2.21.8 as a wallet. */
export async function apacheWallet(relayUrl: string, keys: WalletKeys): Promise<WalletPeer> {
  const client = await SignClient.init({
    ...place(relayUrl),
    metadata: { ...METADATA, name: 'Their wallet' },
  });
  const { refuse } = run(client, keys, {
    approve: async (id, namespaces) => (await client.approve({ id, namespaces })).acknowledged(),
    reject: id => client.reject({ id, reason: getSdkError('USER_REJECTED') }),
    rejectAuth: id => client.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') }),
    approveAuth: (id, auth) => client.approveSessionAuthenticate({ id, auths: [auth] }),
    format: client.formatAuthMessage,
    respond: (topic, response) => client.respond({ topic, response }),
  });
  return {
    refuse,
    pair: async uri => void (await client.pair({ uri })),
    emit: (topic, chainId, name, data) => client.emit({ topic, chainId, event: { name, data } }),
    update: async (topic, accounts) =>
      (await client.update({ topic, namespaces: namespacesOf(accounts) })).acknowledged(),
    extend: async topic => (await client.extend({ topic })).acknowledged(),
    ping: topic => client.ping({ topic }),
    disconnect: topic => client.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') }),
    expiry: topic => client.session.getAll().find(session => session.topic === topic)?.expiry,
    expire: topic => client.core.expirer.set(topic, 1),
    close: () => closeCore(client.core),
  };
}

/** @reown/walletkit 1.2.8. */
export async function walletKitWallet(relayUrl: string, keys: WalletKeys): Promise<WalletPeer> {
  const kit: IWalletKit = await WalletKit.init({
    // Under exact optional properties their class does not match their own type.
    core: new Core(place(relayUrl)) as unknown as KitOptions['core'],
    metadata: { ...METADATA, name: 'Their kit' },
  });
  const { refuse } = run(kit as unknown as Events, keys, {
    approve: (id, namespaces) => kit.approveSession({ id, namespaces }),
    reject: id => kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') }),
    rejectAuth: id => kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') }),
    approveAuth: (id, auth) => kit.approveSessionAuthenticate({ id, auths: [auth] }),
    format: request => kit.formatAuthMessage(request),
    respond: (topic, response) => kit.respondSessionRequest({ topic, response }),
  });
  return {
    refuse,
    pair: uri => kit.pair({ uri }),
    emit: (topic, chainId, name, data) => kit.emitSessionEvent({ topic, chainId, event: { name, data } }),
    update: async (topic, accounts) => {
      const { acknowledged } = await kit.updateSession({ topic, namespaces: namespacesOf(accounts) });
      await acknowledged();
    },
    extend: async topic => (await kit.extendSession({ topic })).acknowledged(),
    ping: topic => kit.engine.signClient.ping({ topic }),
    disconnect: topic => kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') }),
    expiry: topic => kit.getActiveSessions()[topic]?.expiry,
    expire: topic => kit.core.expirer.set(topic, 1),
    close: () => closeCore(kit.core as Client['core']),
  };
}
