import { raceAbort, withDeadline } from '../../core/adapter/abortable.js';
import { MINI_APP_ID } from '../../core/adapter/Connector.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { connectMiniAppHost, type MiniAppHost } from './connectMiniAppHost.js';
import { readAnnouncement } from './readAnnouncement.js';

/** How long to wait for a client around the page, in ms. Nothing else waits for it. */
const CLIENT_TIMEOUT = 2_000;
/** How long to wait for the name of its wallet, in ms. */
const NAME_TIMEOUT = 500;

/** The wallet of a client that does not announce it. */
const UNNAMED = { uuid: MINI_APP_ID, rdns: 'xyz.farcaster.MiniAppWallet', name: 'Farcaster' };

type Listener = (...args: never[]) => void;

/**
 * Returns the wallet of the Farcaster client in which the page runs as a mini app, named as the client announces it (EIP-6963);
 * undefined if there is no client around the page, or it has no Ethereum wallet.
 */
export async function findMiniAppWallet(signal: AbortSignal): Promise<WalletSource | undefined> {
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener('abort', stop, { once: true });
  const found = await findWallet(end.signal).catch(() => undefined);
  if (!found) {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return found;
}

async function findWallet(signal: AbortSignal): Promise<WalletSource | undefined> {
  const listeners = new Map<string, Set<Listener>>();
  let announce = (_info: unknown) => {};
  const announced = new Promise<unknown>(resolve => {
    announce = resolve;
  });
  const host = connectMiniAppHost(
    {
      onWallet(event, params) {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(...(params as never[]));
      },
      onClient({ event, info }) {
        if (event === 'eip6963:announceProvider') announce(info);
      },
    },
    signal,
  );
  const isClient = async () => isRecord(await host.get('context')) && (await hasWallet(host));
  if (!(await withDeadline(raceAbort(isClient(), signal), CLIENT_TIMEOUT, false))) return undefined;
  host.call('eip6963RequestProvider').catch(() => {});
  const info = await withDeadline(announced, NAME_TIMEOUT, UNNAMED);
  const provider = createProvider(host, listeners);
  return sourceOf(provider, info) ?? sourceOf(provider, UNNAMED);
}

/** Clients that don't list what they support have a wallet. */
async function hasWallet(host: MiniAppHost): Promise<boolean> {
  const capabilities = await host.call('getCapabilities').catch(() => undefined);
  return !Array.isArray(capabilities) || capabilities.includes('wallet.getEthereumProvider');
}

function createProvider(host: MiniAppHost, listeners: Map<string, Set<Listener>>): Eip1193Provider {
  let requests = 0;
  return {
    async request({ method, params }) {
      const response = await host.call('ethProviderRequestV2', {
        jsonrpc: '2.0',
        id: ++requests,
        method,
        params,
      });
      if (!isRecord(response)) throw new Error('The client around the page sent an invalid response.');
      const { error, result } = response;
      if (!isRecord(error)) return result;
      throw Object.assign(new Error(String(error.message ?? error.details)), {
        code: error.code,
        data: error.data,
      });
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}

function sourceOf(provider: Eip1193Provider, info: unknown): WalletSource | undefined {
  const announcement = readAnnouncement(new CustomEvent('', { detail: { info, provider } }));
  if (!announcement) return undefined;
  const { name, icon, rdns, uuid } = announcement;
  return {
    connector: {
      id: MINI_APP_ID,
      name,
      type: 'EXTERNAL',
      chain: 'eip155',
      chains: [],
      info: { rdns, uuid },
      provider,
      ...(icon ? { imageUrl: icon } : {}),
    },
    origin: { kind: 'page', provider },
  };
}
