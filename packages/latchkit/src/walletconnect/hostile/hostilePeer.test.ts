import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { createKeyPair } from '../crypto/createKeyPair.js';
import { deriveSymKey } from '../crypto/deriveSymKey.js';
import { randomHex } from '../crypto/randomHex.js';
import { type SealOptions, sealEnvelope } from '../crypto/sealEnvelope.js';
import { topicOf } from '../crypto/topicOf.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { makePairingUri, parsePairingUri } from '../pairing/pairingUri.js';
import { createRelay, type Relay } from '../relay/createRelay.js';
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] };
const namespaces = { eip155: { ...eip155, accounts: [`eip155:1:${ADDRESS}`] } };
const soon = { timeout: 60_000, interval: 5 };

let relay: TestRelay;
let attacker: Relay;
let dapp: DappClient;
let wallet: WalletClient;
const end = { current: new AbortController() };
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeEach(async () => {
  process.on('unhandledRejection', onUncaught);
  relay = await startRelay();
  end.current = new AbortController();
  dapp = createDappClient(testOptions(relay.url));
  wallet = createWalletClient(testOptions(relay.url));
  attacker = createRelay({
    urls: [relay.url],
    projectId: '0'.repeat(32),
    privateKey: randomHex(),
    createSocket: testOptions('').createSocket ?? (() => expect.fail()),
    onMessage: () => {},
    onStatus: () => {},
    signal: end.current.signal,
  });
});
afterEach(async () => {
  dapp.close();
  wallet.close();
  end.current.abort();
  await relay.stop();
  process.off('unhandledRejection', onUncaught);
  expect([uncaught.splice(0), relay.errors]).toEqual([[], []]);
});

const publish = (topic: string, message: string) => attacker.publish(topic, message, { ttl: 300, tag: 1100 });
const send = (topic: string, key: string, body: unknown, options?: SealOptions) =>
  publish(topic, sealEnvelope(key, JSON.stringify(body), options));

/** A settled pair with the session's key, which a broken wallet might leak. */
async function settled() {
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces }).catch(() => {}));
  const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
  await wallet.pair(uri);
  const { topic } = await approval;
  await vi.waitFor(() => expect(wallet.sessions()[0]?.acknowledged).toBe(true), soon);
  return { topic, uri };
}

const works = async (topic: string) => {
  await Promise.all([dapp.ping(topic), wallet.ping(topic)]);
};

describe('a hostile peer', () => {
  it('is ignored when it sends noise, wrong keys, other types or too much', async () => {
    const { topic } = await settled();
    const noise = fc.sample(fc.oneof(fc.base64String({ minLength: 1 }), fc.string({ minLength: 1 })), 300);
    for (const message of noise) await publish(topic, message).catch(() => {});
    await send(topic, randomHex(), { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    const pair = createKeyPair();
    const key = deriveSymKey(pair.privateKey, createKeyPair().publicKey);
    await send(topic, key, { id: 2 }, { senderPublicKey: pair.publicKey });
    await publish(topic, 'A'.repeat(500_000));
    await works(topic);
  });

  it('is ignored or sanitized when it sends invalid proposals or hostile metadata', async () => {
    const proposals: unknown[] = [];
    wallet.on('session_proposal', proposal => proposals.push(proposal));
    const symKey = randomHex();
    const topic = topicOf(symKey);
    await wallet.pair(makePairingUri({ topic, symKey, methods: [] }));
    let id = 1_000;
    const propose = (params: unknown) =>
      send(topic, symKey, { id: id++, jsonrpc: '2.0', method: 'wc_sessionPropose', params });
    const { publicKey } = createKeyPair();
    const good = {
      proposer: { publicKey, metadata: {} },
      optionalNamespaces: { eip155 },
      requiredNamespaces: {},
    };
    const bad: unknown[] = [
      null,
      [],
      'text',
      {},
      { ...good, proposer: { publicKey: 'no key', metadata: {} } },
      { ...good, optionalNamespaces: { eip155: { ...eip155, chains: ['<script>'] } } },
      { ...good, optionalNamespaces: { eip155: { ...eip155, methods: [1] } } },
      {
        ...good,
        requiredNamespaces: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`n${at}`, eip155])),
      },
      { ...good, requiredNamespaces: JSON.parse('{"__proto__":{"methods":[],"events":[]}}') },
    ];
    for (const params of bad) await propose(params);
    for (const body of [
      '1',
      '{}',
      '{"id":"x"}',
      '{"id":1.5,"method":"wc_sessionPropose","params":{}}',
      '{"id":1,"method":"toString","params":{}}',
    ]) {
      await publish(topic, sealEnvelope(symKey, body));
    }
    const metadata = {
      name: `Nice\u202egnihtoN\u0000 ${'x'.repeat(5_000)}`,
      description: 'a\u200bb',
      url: 'javascript:alert(1)',
      icons: [
        'javascript:alert(1)',
        'data:text/html,<script>',
        'http://plain.example/i.png',
        'https://ok.example/i.png',
      ],
      redirect: { native: 'javascript:alert(1)', universal: 'http://[' },
    };
    await propose({ ...good, proposer: { publicKey, metadata } });
    await vi.waitFor(() => expect(proposals).toHaveLength(1), soon);
    expect(proposals[0]).toMatchObject({
      proposer: { metadata: { description: 'ab', url: '', icons: ['https://ok.example/i.png'] } },
    });
    const [proposal] = proposals as { proposer: { metadata: { name: string; redirect?: unknown } } }[];
    expect(proposal?.proposer.metadata.name).toMatch(/^NicegnihtoN x+$/);
    expect(proposal?.proposer.metadata.name.length).toBeLessThanOrEqual(64);
    expect(proposal?.proposer.metadata.redirect).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('methods');
  });

  it('does not replace the first wallet when it responds to an overheard proposal or settles with another key', async () => {
    const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
    const { topic, symKey } = parsePairingUri(uri);
    const seen = new Promise<number>(resolve => wallet.on('session_proposal', ({ id }) => resolve(id)));
    await wallet.pair(uri);
    const id = await seen;
    // Invalid keys and keys of small order must not create a session.
    for (const responderPublicKey of ['00'.repeat(32), 'zz', undefined, 7]) {
      await send(topic, symKey, { id, jsonrpc: '2.0', result: { responderPublicKey } });
    }
    const { session } = await wallet.approve({ id, namespaces });
    await send(topic, symKey, {
      id,
      jsonrpc: '2.0',
      result: { responderPublicKey: createKeyPair().publicKey },
    });
    expect((await approval).topic).toBe(session.topic);
    await works(session.topic);
  });

  it('is refused with a code when it settles what was not requested', async () => {
    const required = { eip155: { ...eip155, chains: ['eip155:1', 'eip155:10'] } };
    const { uri, approval } = dapp.propose({ requiredNamespaces: required });
    const { topic, symKey } = parsePairingUri(uri);
    const stored: number[] = [];
    wallet.on('session_proposal', ({ id }) => stored.push(id));
    await wallet.pair(uri);
    await vi.waitFor(() => expect(stored).toHaveLength(1), soon);
    const pair = createKeyPair();
    const [id] = stored;
    await expect(wallet.approve({ id: id ?? 0, namespaces })).rejects.toMatchObject({
      code: 'WC_INVALID_NAMESPACES',
    });
    const sessionKey = deriveSymKey(pair.privateKey, wallet.proposals()[0]?.proposer.publicKey ?? '');
    await send(topic, symKey, { id, jsonrpc: '2.0', result: { responderPublicKey: pair.publicKey } });
    const controller = { publicKey: pair.publicKey, metadata: {} };
    const params = {
      controller,
      namespaces,
      expiry: Math.floor(Date.now() / 1_000) + 1_000,
      relay: { protocol: 'irn' },
    };
    await send(topicOf(sessionKey), sessionKey, {
      id: 5,
      jsonrpc: '2.0',
      method: 'wc_sessionSettle',
      params,
    });
    await expect(approval).rejects.toMatchObject({ code: 'WC_INVALID_NAMESPACES' });
    expect(dapp.sessions()).toEqual([]);
  });

  it('has no effect when it replays messages, even after a reload', async () => {
    const recorded: { topic: string; message: string }[] = [];
    const options = testOptions(relay.url);
    const page = createDappClient({
      ...options,
      createSocket: url => {
        const socket = options.createSocket?.(url) ?? expect.fail();
        const send = socket.send.bind(socket);
        socket.send = data => {
          const { method, params } = JSON.parse(data);
          if (method === 'irn_publish') recorded.push(params);
          send(data);
        };
        return socket;
      },
    });
    const walletOptions = testOptions(relay.url);
    const first = createWalletClient(walletOptions);
    first.on('session_proposal', ({ id }) => void first.approve({ id, namespaces }).catch(() => {}));
    let requests = 0;
    const answer = (one: WalletClient) =>
      one.on('session_request', ({ id }) => {
        requests++;
        one.respond(id, { result: '0x' }).catch(() => {});
      });
    answer(first);
    const { uri, approval } = page.propose({ optionalNamespaces: { eip155 } });
    await first.pair(uri);
    const { topic } = await approval;
    for (let at = 0; at < 5; at++)
      await page.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [at] });
    const replay = async () => {
      for (const { topic, message } of recorded) await publish(topic, message);
    };
    await replay();
    await first.ping(topic);
    first.close();
    const again = createWalletClient(walletOptions);
    answer(again);
    again.restore();
    await again.ping(topic);
    await replay();
    await again.ping(topic);
    expect(requests).toBe(5);
    page.close();
    again.close();
  });

  it('is refused with a code when it signs in with a signature of another account', async () => {
    wallet.on('session_authenticate', ({ id, authPayload: { type, chains, ...rest } }) => {
      const p = { ...rest, iss: `did:pkh:eip155:1:${ADDRESS}` };
      const s = { t: 'eip191', s: `0x${'11'.repeat(64)}1b` };
      wallet.approveAuthentication(id, [{ h: { t: 'caip122' }, p, s }]).catch(() => {});
    });
    const authentication = {
      chains: ['eip155:1'],
      domain: 'page.example',
      aud: 'https://page.example',
      nonce: '12345678',
    };
    const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 }, authentication });
    await wallet.pair(uri);
    await expect(approval).rejects.toMatchObject({ code: 'WC_INVALID_AUTHENTICATION' });
    expect(dapp.sessions()).toEqual([]);
  });
});
