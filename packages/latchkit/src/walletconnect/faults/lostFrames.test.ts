import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js';
import { chances } from './chances.test-support.js';
import { type Fates, type FaultyProxy, faultyProxy } from './faultyProxy.test-support.js';
import { FAKED, passTime, settleIn } from './passTime.test-support.js';

const REQUESTS = process.env.LATCHKIT_FULL === undefined ? 20 : 200;
const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: [] };
const accounts = ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'];

let relay: TestRelay;
let proxies: FaultyProxy[];
let dapp: DappClient;
let wallet: WalletClient;
/** What happens to the frames between each side and the relay. */
let fates: { dapp: Fates; wallet: Fates };
const asked = new Map<unknown, number>();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...FAKED] });
  relay = await startRelay();
  fates = { dapp: () => 'pass', wallet: () => 'pass' };
  const left = await faultyProxy(relay.url, (...frame) => fates.dapp(...frame));
  const right = await faultyProxy(relay.url, (...frame) => fates.wallet(...frame));
  proxies = [left, right];
  dapp = createDappClient(testOptions(left.url));
  wallet = createWalletClient(testOptions(right.url));
  asked.clear();
  wallet.on('session_proposal', ({ id }) => {
    wallet.approve({ id, namespaces: { eip155: { ...eip155, accounts } } }).catch(() => {});
  });
  wallet.on('session_request', ({ id, request }) => {
    const [name] = request.params as readonly unknown[];
    asked.set(name, (asked.get(name) ?? 0) + 1);
    wallet.respond(id, { result: `signed ${name}` }).catch(() => {});
  });
});
afterEach(async () => {
  dapp.close();
  wallet.close();
  for (const proxy of proxies) await proxy.stop();
  await settleIn(relay.stop());
  expect(relay.errors).toEqual([]);
  vi.useRealTimers();
});

async function pairUp(): Promise<string> {
  const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
  approval.catch(() => {});
  wallet.pair(uri).catch(() => {});
  const { topic } = await settleIn(approval);
  // Only request frames can be lost from here on.
  await passTime(60, () => wallet.sessions()[0]?.acknowledged === true);
  await passTime(2);
  return topic;
}

/** Messages stored at the relay that were not acknowledged. */
async function waiting(): Promise<number> {
  const [, depth] = /^latchkit_relay_mailbox_depth(?:\{[^}]*\})? (\d+)$/m.exec(await relay.metrics()) ?? [];
  return Number(depth);
}

const ask = (topic: string, name: string) =>
  dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [name] });

/** Drops the first frame that matches and passes all others. */
function dropFirst(isIt: (text: string, from: 'client' | 'relay') => boolean) {
  const dropped: string[] = [];
  const fate: Fates = (text, from) => {
    if (dropped.length > 0 || !isIt(text, from)) return 'pass';
    dropped.push(text);
    return 'drop';
  };
  return { dropped, fate };
}

const says = (method: string) => (text: string, from: string) =>
  from === 'client' && text.includes(`"method":"${method}"`);
const isDelivery = (text: string, from: string) => from === 'relay' && text.includes('irn_subscription');
const isAnswer = (text: string) => text.includes('"result"') && !text.includes('"method"');

describe('a frame that is lost on a live socket', () => {
  it.each([
    ['the publication of the request', 'dapp', says('irn_publish')],
    [
      'the word of the relay that it keeps the request',
      'dapp',
      (text: string, from: string) => from === 'relay' && isAnswer(text),
    ],
    ['the delivery to the wallet', 'wallet', isDelivery],
    [
      'the receipt of the wallet',
      'wallet',
      (text: string, from: string) => from === 'client' && isAnswer(text),
    ],
    ['the publication of the answer', 'wallet', says('irn_publish')],
    ['the delivery to the page', 'dapp', isDelivery],
    ['the receipt of the page', 'dapp', (text: string, from: string) => from === 'client' && isAnswer(text)],
  ] as const)('is made good: %s', async (_, side, isIt) => {
    const topic = await pairUp();
    const { dropped, fate } = dropFirst(isIt);
    fates[side] = fate;
    expect(await settleIn(ask(topic, 'once'))).toBe('signed once');
    await settleIn(ask(topic, 'after'));
    await passTime(40);
    expect(dropped).toHaveLength(1);
    expect(await waiting()).toBe(0);
    expect([...asked]).toEqual([
      ['once', 1],
      ['after', 1],
    ]);
    expect(proxies.map(proxy => proxy.connections)).toEqual([1, 1]);
  });

  it.each([
    ['of the wallet to the pairing', 'wallet', 'irn_subscribe'],
    ['of the page with its proposal', 'dapp', 'wc_proposeSession'],
    ['of the wallet with its approval', 'wallet', 'wc_approveSession'],
  ] as const)('is made good: the subscription %s', async (_, side, method) => {
    const { dropped, fate } = dropFirst(says(method));
    fates[side] = fate;
    const topic = await pairUp();
    expect(await settleIn(ask(topic, 'once'))).toBe('signed once');
    expect(dropped).toHaveLength(1);
    expect(proxies.map(proxy => proxy.connections)).toEqual([1, 1]);
  });

  it('still completes each request once or fails it with a code when a fifth of all frames is lost, duplicated or late', async () => {
    const topic = await pairUp();
    const random = chances(11);
    const fate: Fates = () => {
      const chance = random();
      if (chance < 0.2) return 'drop';
      if (chance < 0.4) return 'twice';
      return chance < 0.6 ? 'late' : 'pass';
    };
    fates = { dapp: fate, wallet: fate };
    const names = Array.from({ length: REQUESTS }, (_, at) => `request ${at}`);
    const outcomes = names.map(name =>
      ask(topic, name).then(
        answer => (answer === `signed ${name}` ? 'answered' : 'wrong'),
        error => `${error.code}`,
      ),
    );
    const results = await settleIn(Promise.all(outcomes), 400);
    expect(results.filter(result => result !== 'answered' && !/^WC_[A-Z_]+$/.test(result))).toEqual([]);
    expect(results.filter(result => result === 'answered').length).toBeGreaterThan(REQUESTS * 0.9);
    expect([...asked.values()].filter(times => times !== 1)).toEqual([]);
  });
});
