import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { WebSocket } from 'ws';
import { DEVELOPMENT_PROJECT_ID } from '../../src/project/projects/developmentProject.js';

/** A client's key and its `did:key`. */
export interface RelayIdentity {
  /** `did:key:z6Mk…`. */
  readonly did: string;
  readonly key: KeyObject;
}

/** Creates an Ed25519 key with its `did:key`. */
export function relayIdentity(): RelayIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const did = `did:key:z${base58.encode(Uint8Array.from([0xed, 0x01, ...raw]))}`;
  return { did, key: privateKey };
}

/** Signs a relay token; the given values replace claims or headers of a valid one. */
export function relayTokenOf(
  { did, key }: RelayIdentity,
  audience: string,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): string {
  const iat = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = { iss: did, sub: randomBytes(32).toString('hex'), aud: audience, iat, exp: iat + 86_400 };
  const text = `${part({ alg: 'EdDSA', typ: 'JWT', ...header })}.${part({ ...body, ...claims })}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/** A delivered message (`irn_subscription`). */
export interface Delivery {
  readonly id: number;
  readonly subscription: string;
  readonly topic: string;
  readonly message: string;
  readonly publishedAt: number;
  readonly tag: number;
  readonly attestation?: string;
}

export interface RelayAnswer {
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly code: string };
  };
}

export interface RelayClientOptions {
  readonly identity?: RelayIdentity;
  readonly token?: string;
  readonly projectId?: string;
  readonly origin?: string;
  /** Whether it acknowledges deliveries. Default: true. */
  readonly acknowledges?: boolean;
  /** Additional query parameters. */
  readonly query?: string;
}

/** A client that sends raw frames. */
export interface RelayClient {
  readonly identity: RelayIdentity;
  readonly socket: WebSocket;
  /** Deliveries so far. */
  readonly deliveries: readonly Delivery[];
  /** Resolves with the close code and reason. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** Sends a request; resolves with the whole response. */
  ask(method: string, params: unknown): Promise<RelayAnswer>;
  /** Sends a request; resolves with its result, or rejects with its error. */
  call(method: string, params: unknown): Promise<unknown>;
  publish(topic: string, message: string, more?: object): Promise<unknown>;
  acknowledge(id: number): void;
  /** Resolves once that many messages were delivered. */
  delivered(count: number): Promise<readonly Delivery[]>;
  close(): Promise<void>;
}

/** A client's URL, with its token. */
export function relayAddress(url: string, identity: RelayIdentity, options: RelayClientOptions = {}): string {
  const { token = relayTokenOf(identity, url), projectId = DEVELOPMENT_PROJECT_ID, query = '' } = options;
  return `${url}?auth=${token}&projectId=${projectId}&ua=test${query}`;
}

/** Connects; resolves once the socket is open or closed. */
export async function relayClient(url: string, options: RelayClientOptions = {}): Promise<RelayClient> {
  const { identity = relayIdentity(), origin, acknowledges = true } = options;
  const socket = new WebSocket(relayAddress(url, identity, options), origin === undefined ? {} : { origin });
  const deliveries: Delivery[] = [];
  const answers = new Map<number, (answer: RelayAnswer) => void>();
  const watchers = new Set<() => void>();
  let lastId = Date.now() * 1_000;
  const closed = new Promise<{ code: number; reason: string }>(resolve => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  const acknowledge = (id: number) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }));
  socket.on('message', data => {
    const frame = JSON.parse(data.toString()) as RelayAnswer & {
      readonly id: number;
      readonly method?: string;
      readonly params: { readonly id: string; readonly data: Omit<Delivery, 'id' | 'subscription'> };
    };
    if (frame.method === undefined) {
      answers.get(frame.id)?.(frame);
      answers.delete(frame.id);
      return;
    }
    deliveries.push({ ...frame.params.data, id: frame.id, subscription: frame.params.id });
    if (acknowledges) acknowledge(frame.id);
    for (const watcher of watchers) watcher();
  });
  // A close event follows, which the client handles.
  socket.on('error', () => {});
  await new Promise<void>(resolve => {
    socket.once('open', resolve).once('close', resolve);
  });
  const ask = (method: string, params: unknown) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<RelayAnswer>((resolve, reject) => {
      answers.set(id, resolve);
      void closed.then(({ code, reason }) => reject(new Error(`Closed: ${code} ${reason}`)));
    });
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }));
    return answer;
  };
  const call = async (method: string, params: unknown) => {
    const { result, error } = await ask(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.data.code });
    return result;
  };
  return {
    identity,
    socket,
    deliveries,
    closed,
    ask,
    call,
    publish: (topic, message, more = {}) =>
      call('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: false, ...more }),
    acknowledge,
    delivered: count =>
      new Promise(resolve => {
        const check = () => {
          if (deliveries.length < count) return;
          watchers.delete(check);
          resolve(deliveries);
        };
        watchers.add(check);
        check();
      }),
    async close() {
      socket.close();
      await closed;
    },
  };
}
