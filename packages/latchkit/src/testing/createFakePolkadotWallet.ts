import type { WalletCall } from './createFakeWallet.js';
import { ProviderEvents } from './FakeProvider.js';
import type { FakePolkadotSigner, PolkadotKeyKind } from './fakePolkadotSigner.js';
import { createPermissionRecord } from './PermissionRecord.js';
import { covers, createFaultSwitch, type FaultSwitch, type WalletFaults } from './WalletFaults.js';
import type { WalletPrompt } from './WalletPrompt.js';

/** The faults of {@link WalletFaults} that an extension can have; methods are `enable` and `signRaw`. */
export type PolkadotWalletFaults = Pick<WalletFaults, 'reject' | 'hang' | 'plainError'>;

export interface FakePolkadotWalletOptions {
  /** Its key in `window.injectedWeb3`. Default `talisman`. */
  readonly id?: string;
  /** Default `sr25519`. */
  readonly kind?: PolkadotKeyKind;
  /** The chain that its accounts are only for. Default: all. */
  readonly genesisHash?: string;
  /** 'auto' approves everything immediately (default); `dialogPrompt()` asks the visitor; or a function of the test. */
  readonly prompt?: 'auto' | WalletPrompt;
  /** Stores the permission in localStorage across reloads. Default: false; a string is the storage key. */
  readonly persist?: boolean | string;
  readonly faults?: PolkadotWalletFaults;
}

/** A fake Polkadot extension with real keys and real signatures. */
export interface FakePolkadotWallet {
  readonly id: string;
  readonly calls: readonly WalletCall[];
  readonly faults: FaultSwitch<PolkadotWalletFaults>;
  /** Number of requests that the visitor saw. */
  prompts(): number;
  /** Its addresses with the generic prefix 42; loads the signer. */
  addresses(): Promise<readonly string[]>;
  announce(): void;
  stop(): void;
  disconnect(): void;
  /** Exposes only these accounts, as the visitor would. */
  changeAccounts(addresses: readonly string[]): void;
  listenerCount(): number;
}

interface RawRequest {
  readonly address: string;
  readonly data: string;
}

/** Creates a fake extension. It contacts no host; its signer loads on first use. */
export function createFakePolkadotWallet(options: FakePolkadotWalletOptions = {}): FakePolkadotWallet {
  const { id = 'talisman', kind = 'sr25519', genesisHash = null, prompt = 'auto' } = options;
  const stopped = new AbortController();
  const events = new ProviderEvents();
  const faults = createFaultSwitch<PolkadotWalletFaults>(options.faults);
  const calls: WalletCall[] = [];
  const key = options.persist === true ? `fake-polkadot-wallet.${id}` : options.persist || undefined;
  const permissions = createPermissionRecord({ authorised: false, chainId: 0, added: {} }, key);
  let chosen: readonly string[] | undefined;
  let prompts = 0;
  let loading: Promise<FakePolkadotSigner> | undefined;
  const signer = () => {
    loading ??= import('./fakePolkadotSigner.js').then(module => module.createFakePolkadotSigner(kind));
    return loading;
  };
  const toAccounts = (addresses: readonly string[]) =>
    addresses.map(address => ({ address, name: 'Demo', type: kind, genesisHash }));
  const exposed = async () => toAccounts(chosen ?? (await signer()).addresses.slice(0, 1));
  const answer = async (method: string, params: unknown, asks: boolean): Promise<void> => {
    calls.push({ method, params });
    if (asks) prompts += 1;
    const { hang, plainError, reject } = faults.current;
    if (covers(hang, method, asks)) await new Promise<never>(() => {});
    if (covers(plainError, method, asks)) throw new Error('Something broke inside the wallet.');
    if (covers(reject, method, asks)) throw new Error('Rejected by user: the user rejected the request');
    if (!asks || prompt === 'auto') return;
    const [account] = await exposed();
    const request = { walletName: id, method, params, address: account?.address, chainId: 'polkadot' };
    if (!(await prompt({ ...request, signal: stopped.signal }))) throw new Error('Cancelled');
  };
  const extension = {
    accounts: {
      get: exposed,
      subscribe(listener: (accounts: unknown) => void) {
        events.on('accounts', listener);
        return () => events.off('accounts', listener);
      },
    },
    signer: {
      async signRaw({ address, data }: RawRequest) {
        await answer('signRaw', { address, data }, true);
        return { id: 1, signature: await (await signer()).sign(address, data) };
      },
      signPayload: async () => {
        throw new Error('The fake wallet signs only texts.');
      },
    },
  };
  const entry = {
    version: '1.0.0',
    async enable(origin: string) {
      await answer('enable', { origin }, !permissions.state.authorised);
      permissions.update({ authorised: true });
      return extension;
    },
  };
  return {
    id,
    calls,
    faults,
    prompts: () => prompts,
    addresses: async () => (await signer()).addresses,
    announce() {
      const page = window as { injectedWeb3?: Record<string, unknown> };
      page.injectedWeb3 ??= {};
      const holder = page.injectedWeb3;
      holder[id] = entry;
      stopped.signal.addEventListener('abort', () => delete holder[id]);
    },
    stop: () => stopped.abort(),
    disconnect() {
      permissions.update({ authorised: false });
      events.emit('accounts', []);
    },
    changeAccounts(addresses) {
      chosen = addresses;
      events.emit('accounts', toAccounts(addresses));
    },
    listenerCount: () => events.count,
  };
}
