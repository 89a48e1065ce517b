import type { BitcoinWalletFaults, FakeBitcoinWalletOptions } from './createFakeBitcoinWallet.js';
import type { BitcoinKeyAccount, FakeBitcoinNetwork, FakeBitcoinSigner } from './fakeBitcoinSigner.js';
import { createPermissionRecord } from './PermissionRecord.js';
import { WalletRpcError } from './WalletRpcError.js';

export const BITCOIN_ICON = `data:image/svg+xml;base64,${btoa(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#5a3d1e'/>" +
    "<path d='M11 8h8a4 4 0 0 1 2 7 5 5 0 0 1-2 9h-8z' fill='#f2b361'/></svg>",
)}` as const;

/** State of a fake Bitcoin wallet, in no shape yet. Texts are base64, amounts sats. */
export interface BitcoinWalletState {
  isAuthorised(): boolean;
  authorise(): void;
  withdraw(): void;
  network(): FakeBitcoinNetwork;
  networks(): readonly FakeBitcoinNetwork[];
  enterNetwork(network: FakeBitcoinNetwork): void;
  /** The name of a chain that is not one of these networks, in the shape's own words, if the wallet is on one. */
  foreign(): string | undefined;
  enterForeign(chain: string): void;
  choose(index: number): void;
  /** The exposed accounts, on the current network or another; loads the signer. */
  accounts(network?: FakeBitcoinNetwork): Promise<readonly [BitcoinKeyAccount, BitcoinKeyAccount]>;
  /** The accounts that are known without loading keys. */
  shown(network: FakeBitcoinNetwork): readonly BitcoinKeyAccount[];
  /** @throws WalletRpcError 4100 when the page may not use the account. */
  authorised(address: string): Promise<BitcoinKeyAccount>;
  signMessage(address: string, message: string, format: 'bip322' | 'ecdsa'): Promise<Uint8Array>;
  signPsbt(
    psbt: Uint8Array,
    inputs: readonly { index: number; address: string }[],
    finalize: boolean,
  ): Promise<Uint8Array>;
  readonly send:
    | ((order: {
        readonly from: BitcoinKeyAccount;
        readonly to: string;
        readonly amount: bigint;
        readonly feeRate: number | undefined;
      }) => Promise<string>)
    | undefined;
}

export function createBitcoinState({
  keys,
  networks,
  permission,
  send,
  faults,
}: {
  readonly keys: readonly string[];
  readonly networks: NonNullable<FakeBitcoinWalletOptions['networks']>;
  readonly permission: string | undefined;
  readonly send: BitcoinWalletState['send'];
  readonly faults: { readonly current: BitcoinWalletFaults };
}): BitcoinWalletState {
  const permissions = createPermissionRecord({ authorised: false, chainId: 0, added: {} }, permission);
  let [network] = networks;
  let foreign: string | undefined;
  let index = 0;
  let loading: Promise<FakeBitcoinSigner> | undefined;
  let loaded: FakeBitcoinSigner | undefined;
  const signer = async () => {
    loading ??= import('./fakeBitcoinSigner.js').then(module => module.createFakeBitcoinSigner(keys));
    loaded = await loading;
    return loaded;
  };
  const accounts = async (on = network) => (await signer()).accounts(on, index);
  const authorised = async (address: string) => {
    const all = await Promise.all(networks.map(accounts));
    const match = permissions.state.authorised ? all.flat().find(one => one.address === address) : undefined;
    if (!match) throw new WalletRpcError(4100, 'The page is not authorised to use this account.');
    return match;
  };
  return {
    isAuthorised: () => permissions.state.authorised,
    authorise: () => permissions.update({ authorised: true }),
    withdraw: () => permissions.update({ authorised: false }),
    network: () => network,
    networks: () => networks,
    enterNetwork(next) {
      if (!networks.includes(next)) throw new WalletRpcError(4902, `The wallet has no network ${next}.`);
      network = next;
      foreign = undefined;
    },
    foreign: () => foreign,
    enterForeign(chain) {
      foreign = chain;
    },
    choose(next) {
      index = next;
    },
    accounts,
    shown: on => (permissions.state.authorised && loaded ? loaded.accounts(on, index) : []),
    authorised,
    async signMessage(address, message, format) {
      return (await signer()).signMessage(await authorised(address), message, format);
    },
    async signPsbt(psbt, inputs, finalize) {
      const owned = await Promise.all(
        inputs.map(async one => ({ index: one.index, account: await authorised(one.address) })),
      );
      const { alter, signPsbt } = await signer();
      const given = faults.current.otherTransaction ? alter(psbt) : psbt;
      return signPsbt(given, owned, faults.current.finalizes ?? finalize);
    },
    send,
  };
}
