import WebSocket from 'ws';
import { FAILURES, NEVER, oneOf, type Random, REFUSALS } from '../../testing/oddAnswers.test-support.js';
import { createKeyPair } from '../crypto/createKeyPair.js';
import { deriveSymKey } from '../crypto/deriveSymKey.js';
import { openEnvelope } from '../crypto/openEnvelope.js';
import { randomHex } from '../crypto/randomHex.js';
import { sealEnvelope } from '../crypto/sealEnvelope.js';
import { topicOf } from '../crypto/topicOf.js';
import { PROJECT_ID } from '../interop/Peer.test-support.js';
import { parsePairingUri } from '../pairing/pairingUri.js';
import { createRelay } from '../relay/createRelay.js';
import type { RelaySocket } from '../relay/RelaySocket.js';

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TEXT = `0x${'ab'.repeat(32)}`;
const IRN = { protocol: 'irn' };
const EVENTS = ['chainChanged', 'accountsChanged'];
const METHODS = [
  'personal_sign',
  'eth_sendTransaction',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
];

/** What an answer means, and its members beside the id. */
interface OddAnswer {
  readonly means: 'refused' | 'failed' | 'answered';
  readonly body: Readonly<Record<string, unknown>>;
}

const words = (list: readonly { readonly throws: { readonly message: string } }[]) =>
  list.map(({ throws }) => throws.message);

const answers = (means: OddAnswer['means'], bodies: readonly object[]) =>
  bodies.map((body): OddAnswer => ({ means, body: body as OddAnswer['body'] }));

/** Refusals and failures in every form in which wallets send them. */
const REFUSED = [
  answers('refused', [
    { error: { code: 4001, message: null } },
    { error: { code: 4001 } },
    { error: { message: 'User rejected' } },
    { error: 'User rejected' },
    { error: { code: '4001', message: 'x' } },
    { result: null, error: { code: 5000, message: 'x' } },
  ]),
  answers(
    'refused',
    words(REFUSALS).map(message => ({ error: { code: -32_000, message } })),
  ),
];
const FAILED = [
  answers('failed', [
    { error: { code: null, message: null, data: null } },
    { error: {} },
    { error: [] },
    { error: true },
    { error: { code: -32_000, message: 'boom' } },
  ]),
  answers(
    'failed',
    words(FAILURES).map(message => ({ error: { code: -32_000, message } })),
  ),
];
const GIVEN = answers('answered', [
  { jsonrpc: '2.0', result: TEXT },
  { result: TEXT },
  { jsonrpc: '2.0', result: TEXT, error: null },
  { jsonrpc: '2.0', result: TEXT, method: null },
]);

/** What the phone may answer and describe, by place, in groups that are equally likely. */
export const SHAPES = {
  /** To a proposal: undefined approves. */
  proposal: [...Array.from({ length: 12 }, () => [undefined]), ...REFUSED, ...FAILED],
  /** A signature or a hash. */
  text: [
    ...[GIVEN, GIVEN],
    answers('failed', [
      { jsonrpc: '2.0', result: null },
      { jsonrpc: '2.0' },
      {},
      { result: {} },
      { result: [] },
    ]),
    ...[[NEVER], ...REFUSED, ...FAILED],
  ],
  /** To a request to add or to switch, which the phone does all the same. */
  change: [[{ jsonrpc: '2.0', result: null }, { jsonrpc: '2.0' }, {}, { result: true }], [NEVER]],
  /** To what the page itself asks, which gets the answer as it is: an absent one is null, as JSON has it. */
  own: [
    answers('answered', [
      { jsonrpc: '2.0', result: null },
      { jsonrpc: '2.0' },
      {},
      { result: null, error: null },
    ]),
    ...REFUSED,
    ...FAILED,
  ],
  metadata: [
    [
      { name: 'Odd', description: null, url: 'https://odd.example', icons: [] },
      { name: 'Odd', icons: null },
      { name: null, description: 1, url: '', icons: [null, 1, 'x'] },
      { name: 'Odd', redirect: { native: 'odd://', universal: null } },
      { redirect: null },
      null,
      [],
      undefined,
    ],
  ],
  properties: [[{}, { sessionProperties: null }, { scopedProperties: null, sessionProperties: {} }]],
  /** Members of an approved namespace that may be null. */
  namespace: [[{}], [{ chains: null }]],
  told: [[null, undefined, '0x', 'x', {}, 0, [null]]],
} as const;

/** A phone's wallet that answers in odd shapes, over the relay. It writes its own messages. */
export function createOddPhone(url: string) {
  const end = new AbortController();
  const keys = new Map<string, { readonly symKey: string; readonly hear: (call: Call) => void }>();
  const relay = createRelay({
    urls: [url],
    projectId: PROJECT_ID,
    privateKey: randomHex(),
    createSocket: to => new WebSocket(to) as RelaySocket,
    onStatus() {},
    onMessage(topic, message) {
      const key = keys.get(topic);
      const opened = key && openEnvelope(key, message);
      const call = opened && (JSON.parse(opened.text) as Partial<Call>);
      if (call?.method) key?.hear(call as Call);
    },
    signal: end.signal,
  });
  const listen = (topic: string, symKey: string, hear: (call: Call) => void) => {
    keys.set(topic, { symKey, hear });
    return relay.subscribe(topic);
  };
  const say = (topic: string, message: object, tag: number) => {
    const { symKey = '' } = keys.get(topic) ?? {};
    return relay
      .publish(topic, sealEnvelope(symKey, JSON.stringify(message)), { ttl: 300, tag })
      .catch(() => {});
  };
  let last = Date.now() * 1_000;

  return {
    end: () => end.abort(),
    /** One visitor of the phone. */
    visitor: (random: Random) => createVisitor({ random, listen, say, nextId: () => last++ }),
  };
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Line {
  readonly random: Random;
  listen(topic: string, symKey: string, hear: (call: Call) => void): Promise<void>;
  say(topic: string, message: object, tag: number): Promise<void>;
  nextId(): number;
}

function createVisitor({ random, listen, say, nextId }: Line) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const truth = {
    approved: false,
    /** What the last answer means; 'never': there is none. */
    means: undefined as OddAnswer['means'] | 'never' | undefined,
    chains: [1] as readonly number[],
    asked: [] as string[],
  };
  let session = '';
  const namespaces = () => ({
    eip155: {
      accounts: truth.chains.map(chain => `eip155:${chain}:${ADDRESS}`),
      methods: METHODS,
      events: EVENTS,
      ...oneOf<object>(random, SHAPES.namespace),
    },
  });
  /** Some write the id as a text. */
  const answer = (topic: string, { id }: Call, body: object, tag: number) =>
    say(topic, { id: random() < 0.3 ? `${id}` : id, ...body }, tag);
  const report = (name: string, data: unknown, chain: number) =>
    say(
      session,
      {
        ...{ id: nextId(), jsonrpc: '2.0', method: 'wc_sessionEvent' },
        params: { event: { name, data }, chainId: `eip155:${chain}` },
      },
      1110,
    );

  const onRequest = (call: Call) => {
    if (call.method !== 'wc_sessionRequest') return;
    const { method, params } = call.params.request as { method: string; params: [{ chainId?: string }] };
    truth.asked.push(method);
    if (method === 'wallet_addEthereumChain' || method === 'wallet_switchEthereumChain') {
      const shape = oneOf<unknown>(random, SHAPES.change);
      truth.means = shape === NEVER ? 'never' : 'answered';
      truth.chains = [...truth.chains, Number(params[0].chainId)];
      const update = { id: nextId(), jsonrpc: '2.0', method: 'wc_sessionUpdate' };
      void say(session, { ...update, params: { namespaces: namespaces() } }, 1104);
      if (shape !== NEVER) void answer(session, call, shape as object, 1109);
      return;
    }
    const shapes = method === 'wallet_watchAsset' ? SHAPES.own : SHAPES.text;
    const shape = oneOf<OddAnswer | typeof NEVER>(random, shapes);
    truth.means = shape === NEVER ? 'never' : shape.means;
    if (random() < 0.3) void report('chainChanged', oneOf<unknown>(random, SHAPES.told), 1);
    if (random() < 0.3) void report('accountsChanged', oneOf<unknown>(random, SHAPES.told), 1);
    if (shape !== NEVER) void answer(session, call, shape.body, 1109);
  };

  return {
    truth,
    pick,
    /** Follows a link, and approves or refuses. */
    async scan(uri: string) {
      const { topic, symKey } = parsePairingUri(uri);
      await listen(topic, symKey, async call => {
        if (call.method !== 'wc_sessionPropose') return;
        const { publicKey, privateKey } = createKeyPair();
        const refusal = oneOf<OddAnswer | undefined>(random, SHAPES.proposal);
        truth.means = refusal?.means ?? 'answered';
        if (refusal) return answer(topic, call, refusal.body, 1120);
        const { publicKey: page } = call.params.proposer as { publicKey: string };
        const key = deriveSymKey(privateKey, page);
        session = topicOf(key);
        truth.approved = true;
        truth.chains = oneOf(random, [[[1], [1], [1, 10]]]);
        await listen(session, key, onRequest);
        await answer(
          topic,
          call,
          { jsonrpc: '2.0', result: { relay: IRN, responderPublicKey: publicKey } },
          1101,
        );
        const params = {
          relay: IRN,
          controller: { publicKey, metadata: oneOf<unknown>(random, SHAPES.metadata) },
          namespaces: namespaces(),
          expiry: Math.floor(Date.now() / 1_000) + 604_800,
          ...oneOf<object>(random, SHAPES.properties),
        };
        await say(session, { id: nextId(), jsonrpc: '2.0', method: 'wc_sessionSettle', params }, 1102);
      });
    },
    /** Ends the session, as a visitor does on the phone. */
    leave: () =>
      say(
        session,
        { id: nextId(), jsonrpc: '2.0', method: 'wc_sessionDelete', params: { code: 6000 } },
        1112,
      ),
  };
}
