import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js';

const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: [] };
const accounts = ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'];

let relay: TestRelay;
let dapp: DappClient;
let wallet: WalletClient;

beforeEach(async () => {
  relay = await startRelay();
  // At a whole second: expiries are in seconds, so the wallet would otherwise end a request up to a second before the page.
  const now = Math.ceil(Date.now() / 1_000) * 1_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
  dapp = createDappClient(testOptions(relay.url));
  wallet = createWalletClient(testOptions(relay.url));
});
afterEach(async () => {
  dapp.close();
  wallet.close();
  vi.useRealTimers();
  await relay.stop();
});

/** Lets sockets do their real work while the clock stands still. */
const until = async (check: () => boolean) => {
  // The only real clock in this test.
  const end = performance.now() + 15_000;
  while (!check()) {
    if (performance.now() > end) throw new Error('It did not come to that.');
    await new Promise(resolve => setImmediate(resolve));
  }
};

async function settled(): Promise<string> {
  wallet.on('session_proposal', ({ id }) => {
    wallet.approve({ id, namespaces: { eip155: { ...eip155, accounts } } }).catch(() => {});
  });
  const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
  await wallet.pair(uri);
  const { topic } = await approval;
  await until(() => wallet.sessions()[0]?.acknowledged === true);
  return topic;
}

describe('what expires without a response', () => {
  it('ends a proposal with its own error on both sides', async () => {
    const expired = vi.fn();
    const seen = vi.fn();
    wallet.on('session_proposal', seen);
    wallet.on('proposal_expire', expired);
    const { uri, approval, expiry } = dapp.propose({ optionalNamespaces: { eip155 } });
    expect(expiry * 1_000 - Date.now()).toBeGreaterThan(238_999);
    const ended = awaitedLater(expect(approval).rejects.toMatchObject({ code: 'WC_PROPOSAL_EXPIRED' }));
    await wallet.pair(uri);
    await until(() => seen.mock.calls.length === 1);
    await vi.advanceTimersByTimeAsync(300_000);
    await ended;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(expired).toHaveBeenCalledOnce();
    await expect(wallet.approve({ id: 1, namespaces: {} })).rejects.toMatchObject({
      code: 'WC_NO_MATCHING_KEY',
    });
  });

  it('ends a request with its own error on both sides', async () => {
    const topic = await settled();
    const expired = vi.fn();
    wallet.on('session_request_expire', expired);
    const request = dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] });
    const ended = awaitedLater(expect(request).rejects.toMatchObject({ code: 'WC_REQUEST_EXPIRED' }));
    await until(() => wallet.requests().length === 1);
    await vi.advanceTimersByTimeAsync(300_000);
    await ended;
    expect(expired).toHaveBeenCalledOnce();
    expect(wallet.requests()).toEqual([]);
  });

  it('ends a request that was waiting for the visitor when the wallet was reloaded', async () => {
    const options = testOptions(relay.url);
    wallet.close();
    wallet = createWalletClient(options);
    const topic = await settled();
    const request = dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] });
    const ended = awaitedLater(expect(request).rejects.toMatchObject({ code: 'WC_REQUEST_EXPIRED' }));
    await until(() => wallet.requests().length === 1);
    wallet.close();
    wallet = createWalletClient(options);
    const expired = vi.fn();
    wallet.on('session_request_expire', expired);
    wallet.restore();
    expect(wallet.requests()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300_000);
    await ended;
    expect(expired).toHaveBeenCalledOnce();
    expect(wallet.requests()).toEqual([]);
  });

  it('ends a session and its pending requests after 7 days, counted from the last extension', async () => {
    const topic = await settled();
    const day = 86_400_000;
    vi.setSystemTime(Date.now() + 6 * day);
    await until(() => dapp.sessions().length === 1);
    await wallet.extend(topic);
    const ends = [vi.fn(), vi.fn()];
    dapp.on('session_expire', () => ends[0]?.());
    wallet.on('session_expire', () => ends[1]?.());
    const hour = 3_600_000;
    vi.setSystemTime(Date.now() + 7 * day - hour);
    await vi.advanceTimersByTimeAsync(hour - 60_000);
    expect(dapp.sessions()).toHaveLength(1);
    const request = dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] });
    const ended = awaitedLater(expect(request).rejects.toMatchObject({ code: 'WC_SESSION_ENDED' }));
    await vi.advanceTimersByTimeAsync(61_000);
    await ended;
    expect(ends.map(one => one.mock.calls.length)).toEqual([1, 1]);
    expect([dapp.sessions(), wallet.sessions()]).toEqual([[], []]);
  });

  it('ends a session on use when it expired while the page slept', async () => {
    const topic = await settled();
    const heard = vi.fn();
    dapp.on('session_expire', heard);
    vi.setSystemTime(Date.now() + 8 * 86_400_000);
    await expect(dapp.ping(topic)).rejects.toMatchObject({ code: 'WC_NO_MATCHING_KEY' });
    expect(heard).toHaveBeenCalledOnce();
  });

  it('waits for a wallet when its clock is 5 min off', async () => {
    vi.setSystemTime(Date.now() + 300_000);
    const { uri } = dapp.propose({ optionalNamespaces: { eip155 } });
    vi.setSystemTime(Date.now() - 300_000);
    const seen = vi.fn();
    wallet.on('session_proposal', seen);
    await wallet.pair(uri);
    await until(() => seen.mock.calls.length === 1);
    await expect(wallet.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1'))).rejects.toMatchObject({
      code: 'WC_PAIRING_EXPIRED',
    });
  });

  it('settles everything when the client is closed', async () => {
    const topic = await settled();
    const all = [
      dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }),
      dapp.ping(topic),
      dapp.propose({ optionalNamespaces: { eip155 } }).approval,
    ].map(promise =>
      promise.then(
        () => 'resolved',
        error => error.code,
      ),
    );
    dapp.close();
    expect(await Promise.all(all)).toEqual(['WC_CLOSED', 'WC_CLOSED', 'WC_CLOSED']);
    expect(() => dapp.propose({})).toThrow('The WalletConnect client was closed');
    await dapp.disconnect(topic);
  });

  it("ends when the caller's signal is aborted", async () => {
    const topic = await settled();
    const end = new AbortController();
    const request = dapp.request({
      ...{ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] },
      signal: end.signal,
    });
    const { approval } = dapp.propose({ optionalNamespaces: { eip155 }, signal: end.signal });
    end.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
    await expect(approval).rejects.toThrow('enough');
  });
});
