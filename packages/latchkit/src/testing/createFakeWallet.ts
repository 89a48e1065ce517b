import { anvilAccounts, type PrivateKey } from './anvilAccounts.js';
import { chainRequest } from './chainRequest.js';
import { type FakeProvider, ProviderEvents, type WalletRequest } from './FakeProvider.js';
import type { FakeSigner } from './fakeSigner.js';
import { createPermissionRecord, type PermissionRecord } from './PermissionRecord.js';
import { covers, createFaultSwitch, type FaultSwitch, type WalletFaults } from './WalletFaults.js';
import type { WalletPrompt } from './WalletPrompt.js';
import { userRejected, WalletRpcError } from './WalletRpcError.js';
import { type WalletContext, walletMethods } from './walletMethods.js';

export interface FakeWalletOptions {
  /** JSON-RPC URL by chain id; the wallet reads from and sends to these real chains. At least one. */
  readonly chains: Readonly<Record<number, string>>;
  /** The initial chain. Default: the first of `chains`. */
  readonly chainId?: number;
  /** Default: 'Demo wallet'. */
  readonly name?: string;
  /** Default: 'dev.latchkit.demo'. */
  readonly rdns?: string;
  /** Default: random, as EIP-6963 requires. */
  readonly uuid?: string;
  /** A data URL. Default: a plain image. */
  readonly icon?: string;
  /** Default: anvil's first three accounts. The page sees the first one until `changeAccounts`. */
  readonly privateKeys?: readonly [PrivateKey, ...PrivateKey[]];
  /** 'auto' approves everything immediately (default); `dialogPrompt()` asks the visitor; or a function of the test. */
  readonly prompt?: 'auto' | WalletPrompt;
  /** Stores the permission in localStorage across reloads. Default: false; a string is the storage key. */
  readonly persist?: boolean | string;
  readonly faults?: WalletFaults;
}

/** How a wallet describes itself (EIP-6963). */
export interface WalletInfo {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

/** One request that the wallet received. */
export type WalletCall = Required<WalletRequest>;

/** A fake browser wallet with a real key, real signatures and real chains. */
export interface FakeWallet {
  readonly provider: FakeProvider;
  readonly info: WalletInfo;
  readonly calls: readonly WalletCall[];
  readonly faults: FaultSwitch;
  /** Returns the addresses of all its keys; loads the signer. */
  addresses(): Promise<readonly [string, ...string[]]>;
  /** Announces itself (EIP-6963) now, and whenever the page asks, until `stop`. */
  announce(): void;
  /** Removes itself from the page: stops announcing, and cancels open prompts. */
  stop(): void;
  /** Disconnects the page, as the visitor would: removes the permission, emits `disconnect` and `accountsChanged`. */
  disconnect(): void;
  /** Selects other accounts, as the visitor would; an empty list withdraws the permission. */
  changeAccounts(addresses: readonly string[]): void;
  /** Selects another chain, as the visitor would, whether or not the page knows it. */
  changeChain(chainId: number): void;
  /** Number of the page's event listeners on the provider. */
  listenerCount(): number;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='8' fill='%23264653'/%3E%3Cpath d='M8 12h16v11H8z' fill='%23e9c46a'/%3E" +
  "%3Cpath d='M8 12l13-4v4z' fill='%23f4a261'/%3E%3Ccircle cx='20' cy='17.5' r='2' fill='%23264653'/%3E%3C/svg%3E";

/**
 * Creates a fake wallet. It contacts no host until it receives a request; its signer (viem) loads on first use.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function createFakeWallet(options: FakeWalletOptions): FakeWallet {
  const info: WalletInfo = {
    uuid: options.uuid ?? crypto.randomUUID(),
    name: options.name ?? 'Demo wallet',
    icon: options.icon ?? ICON,
    rdns: options.rdns ?? 'dev.latchkit.demo',
  };
  const stopped = new AbortController();
  const events = new ProviderEvents();
  const faults = createFaultSwitch(options.faults);
  const permissions = rememberedPermissions(options, info.rdns);
  const { context, expose } = walletContext(options, { events, faults, permissions });
  const calls: WalletCall[] = [];
  const provider = createProvider(
    events,
    request => answer(context, request, asking(options, info, context, stopped.signal)),
    calls,
  );

  return {
    provider,
    info,
    calls,
    faults,
    addresses: async () => (await context.signer()).addresses,
    announce: () => announceProvider(info, provider, stopped.signal),
    stop: () => stopped.abort(),
    disconnect() {
      permissions.update({ authorised: false });
      events.emit('disconnect', new WalletRpcError(4900, 'The visitor disconnected the page.'));
      events.emit('accountsChanged', []);
    },
    changeAccounts(addresses) {
      expose(addresses);
      permissions.update({ authorised: addresses.length > 0 });
      events.emit('accountsChanged', [...addresses]);
    },
    changeChain(chainId) {
      permissions.update({ chainId });
      events.emit('chainChanged', `0x${chainId.toString(16)}`);
    },
    listenerCount: () => events.count,
  };
}

function rememberedPermissions(options: FakeWalletOptions, rdns: string): PermissionRecord {
  const [first] = Object.keys(options.chains).map(Number);
  const chainId = options.chainId ?? first;
  if (chainId === undefined) throw new TypeError('createFakeWallet needs at least one chain.');
  const key = options.persist === true ? `fake-wallet.${rdns}` : options.persist || undefined;
  return createPermissionRecord({ authorised: false, chainId, added: {} }, key);
}

function walletContext(
  options: FakeWalletOptions,
  parts: Pick<WalletContext, 'events' | 'faults' | 'permissions'>,
): { context: WalletContext; expose: (addresses: readonly string[]) => void } {
  let signer: Promise<FakeSigner> | undefined;
  let exposed: readonly string[] | undefined;
  const context: WalletContext = {
    ...parts,
    batches: new Map(),
    signer: () => {
      signer ??= import('./fakeSigner.js').then(module =>
        module.createFakeSigner(options.privateKeys ?? anvilAccounts),
      );
      return signer;
    },
    exposed: async () => exposed ?? (await context.signer()).addresses.slice(0, 1),
    urlOf: chainId => options.chains[chainId] ?? parts.permissions.state.added[chainId],
  };
  return {
    context,
    expose: addresses => {
      exposed = addresses;
    },
  };
}

/** Prompts the visitor through the wallet's `prompt`. */
function asking(
  options: FakeWalletOptions,
  info: WalletInfo,
  context: WalletContext,
  signal: AbortSignal,
): (request: WalletRequest) => Promise<boolean> {
  const { prompt = 'auto' } = options;
  if (prompt === 'auto') return async () => true;
  return async ({ method, params }) => {
    const [address] = await context.exposed();
    const { chainId } = context.permissions.state;
    return prompt({ walletName: info.name, method, params, address, chainId, signal });
  };
}

async function answer(
  context: WalletContext,
  request: WalletRequest,
  approved: (request: WalletRequest) => Promise<boolean>,
): Promise<unknown> {
  const { method, params } = request;
  const known = Object.hasOwn(walletMethods, method) ? walletMethods[method] : undefined;
  const asks = known?.asks(context) ?? false;
  const { reject, hang, plainError, errors, silentRevoke } = context.faults.current;
  const silent = silentRevoke && method === 'wallet_revokePermissions';
  if (silent || covers(hang, method, asks)) return new Promise(() => {});
  if (covers(plainError, method, asks)) throw new Error('Something broke inside the wallet.');
  if (covers(reject, method, asks)) throw userRejected();
  const error = errors?.[method];
  if (error) throw new WalletRpcError(error.code, error.message ?? 'The wallet failed.', error.data);
  if (known) {
    if (asks && !(await approved(request))) throw userRejected();
    return known.run(context, params);
  }
  if (!/^(eth|net|web3)_/.test(method) || /^eth_sign/.test(method)) {
    throw new WalletRpcError(4200, `The wallet does not support ${method}.`);
  }
  const url = context.urlOf(context.permissions.state.chainId);
  if (!url) throw new WalletRpcError(4901, 'The wallet is not connected to this chain.');
  return chainRequest(url, method, params);
}

function createProvider(
  events: ProviderEvents,
  reply: (request: WalletRequest) => Promise<unknown>,
  calls: WalletCall[],
): FakeProvider {
  return {
    request(request) {
      calls.push({ method: request.method, params: request.params ?? [] });
      return reply(request);
    },
    on(event, listener) {
      events.on(event, listener);
      return this;
    },
    removeListener(event, listener) {
      events.off(event, listener);
      return this;
    },
  };
}

function announceProvider(info: WalletInfo, provider: FakeProvider, signal: AbortSignal): void {
  if (signal.aborted) return;
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider });
  const announce = () => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce, { signal });
  announce();
}
