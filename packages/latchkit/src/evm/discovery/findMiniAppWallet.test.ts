import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { CountingWindow } from '../../testing/CountingWindow.test-support.js';
import { createAdapterHost, type RecordingHost } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { createDiscovery } from './createDiscovery.js';
import { findMiniAppWallet } from './findMiniAppWallet.js';

interface Asked {
  readonly id: string;
  readonly path: readonly [string];
  readonly argumentList?: readonly { readonly value: { readonly id: number; readonly method: string } }[];
}

const INFO = { uuid: 'u-1', rdns: 'xyz.client', name: 'Client', icon: 'data:image/png;base64,AA==' };
const THROWS = Symbol('throws');

let page: CountingWindow;
let host: RecordingHost;
let end: AbortController;
beforeEach(() => {
  page = new CountingWindow();
  end = new AbortController();
  vi.stubGlobal('window', page);
  host = createAdapterHost(() => []);
});
afterEach(() => {
  end.abort();
  host.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const post = (data: unknown, source: unknown = page.parent) =>
  page.dispatchEvent(Object.assign(new Event('message'), { data, source }));

/** Replies to what a client is asked, in Comlink's format; undefined: says nothing. */
function answering(
  asked: Asked,
  answers: Readonly<Record<string, (params: Asked) => unknown>>,
  say: (data: unknown) => void,
): void {
  const value = answers[asked.path[0]]?.(asked);
  if (value === undefined) return;
  const wire =
    value === THROWS
      ? { type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'Unsupported' } } }
      : { type: 'RAW', value };
  queueMicrotask(() => say({ id: asked.id, ...wire }));
}

/** A client around the page. */
function client(answers: Readonly<Record<string, (asked: Asked) => unknown>>): readonly Asked[] {
  const asked: Asked[] = [];
  page.parent = {
    postMessage(message: Asked) {
      asked.push(message);
      answering(message, answers, post);
    },
  };
  return asked;
}

const announcing = () => {
  queueMicrotask(() =>
    post({ type: 'frameEvent', event: { event: 'eip6963:announceProvider', info: INFO } }),
  );
  return null;
};
const answers = {
  context: () => ({ client: { clientFid: 1 } }),
  getCapabilities: () => ['wallet.getEthereumProvider'],
  eip6963RequestProvider: announcing,
};

describe('findMiniAppWallet', () => {
  it('finds the wallet of the client, named as it announces it', async () => {
    const asked = client(answers);
    const found = await findMiniAppWallet(end.signal);
    expect(found?.connector).toMatchObject({
      id: 'miniApp',
      name: 'Client',
      type: 'EXTERNAL',
      imageUrl: INFO.icon,
      info: { rdns: INFO.rdns, uuid: INFO.uuid },
    });
    expect(asked.map(({ path }) => path[0])).toEqual([
      'context',
      'getCapabilities',
      'eip6963RequestProvider',
    ]);
  });

  it("passes on requests, the wallet's errors and its events", async () => {
    client({
      ...answers,
      ethProviderRequestV2: ({ argumentList: [request] = [] }) =>
        request?.value.method === 'eth_chainId'
          ? { jsonrpc: '2.0', id: request.value.id, result: '0x1' }
          : { id: request?.value.id, error: { code: 4001, message: 'No' } },
    });
    const found = await findMiniAppWallet(end.signal);
    if (found?.origin.kind !== 'page') throw new Error('No wallet was found.');
    const { provider } = found.origin;
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1');
    const refused = provider.request({ method: 'personal_sign', params: ['0x', '0x'] });
    await expect(refused).rejects.toMatchObject({ code: 4001, message: 'No' });
    const chains: unknown[] = [];
    const listener = (chain: never) => chains.push(chain);
    provider.on?.('chainChanged', listener);
    const changed = { type: 'frameEthProviderEvent', event: 'chainChanged', params: ['0xa'] };
    post(changed);
    post(changed, new EventTarget());
    provider.removeListener?.('chainChanged', listener);
    post(changed);
    expect(chains).toEqual(['0xa']);
  });

  it('finds the wallet of a client that lists nothing and announces nothing', async () => {
    vi.useFakeTimers();
    client({ ...answers, getCapabilities: () => THROWS, eip6963RequestProvider: () => THROWS });
    const finding = awaitedLater(findMiniAppWallet(end.signal));
    await vi.advanceTimersByTimeAsync(500);
    expect((await finding)?.connector).toMatchObject({ id: 'miniApp', name: 'Farcaster' });
  });

  it('finds nothing in a client without an Ethereum wallet', async () => {
    client({ ...answers, getCapabilities: () => ['actions.ready'] });
    expect(await findMiniAppWallet(end.signal)).toBeUndefined();
    expect(page.count()).toBe(0);
  });

  it('gives up on a parent that is no client after two seconds, and ignores other windows', async () => {
    vi.useFakeTimers();
    const asked: Asked[] = [];
    page.parent = {
      postMessage(message: Asked) {
        asked.push(message);
        answering(message, answers, data => post(data, new EventTarget()));
      },
    };
    const finding = awaitedLater(findMiniAppWallet(end.signal));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await finding).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(page.count()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the instance', async () => {
    vi.useFakeTimers();
    client({});
    const finding = findMiniAppWallet(end.signal);
    end.abort();
    expect(await finding).toBeUndefined();
    expect(page.count()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("speaks with the client's app through React Native's bridge", async () => {
    const bridge = new EventTarget();
    vi.stubGlobal('document', bridge);
    const say = (type: string) => (data: unknown) => bridge.dispatchEvent(new MessageEvent(type, { data }));
    const announce = () => {
      queueMicrotask(() => say('FarcasterFrameEvent')({ event: 'eip6963:announceProvider', info: INFO }));
      return null;
    };
    const postMessage = (text: string) =>
      answering(
        JSON.parse(text),
        { ...answers, eip6963RequestProvider: announce },
        say('FarcasterFrameCallback'),
      );
    Object.assign(page, { ReactNativeWebView: { postMessage } });
    const found = await findMiniAppWallet(end.signal);
    expect(found?.connector.name).toBe('Client');
    if (found?.origin.kind !== 'page') throw new Error('No wallet was found.');
    const accounts = new Promise(
      resolve => found.origin.kind === 'page' && found.origin.provider.on?.('accountsChanged', resolve),
    );
    say('FarcasterFrameEthProviderEvent')({ event: 'accountsChanged', params: [['0x1']] });
    expect(await accounts).toEqual(['0x1']);
  });
});

describe('createDiscovery in a mini app', () => {
  it("lists the client's wallet first, once, also if the client's SDK announces it", async () => {
    client(answers);
    createDiscovery(host, {});
    const { provider } = createFakeWallet({ chains: { 1: '' } });
    const detail = { info: INFO, provider };
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    await vi.waitFor(() => expect(host.connectors().map(({ id }) => id)).toEqual(['miniApp']));
    createFakeWallet({ chains: { 1: '' } }).announce();
    await vi.waitFor(() =>
      expect(host.connectors().map(({ id }) => id)).toEqual(['miniApp', 'dev.latchkit.demo']),
    );
  });

  it('looks for the client again when the visitor opens Connect, because it may start later than the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const none = client({});
    const discovery = createDiscovery(host, {});
    await vi.waitFor(() => expect(none).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2_000);
    client(answers);
    await vi.waitFor(() => {
      discovery.refresh();
      expect(host.connectors()).toMatchObject([{ id: 'miniApp' }]);
    });
  });
});
