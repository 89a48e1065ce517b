import { dialogPrompt, type WalletFaults } from 'latchkit/testing';
import { createFakeBitcoinWallet, type FakeBitcoinWallet } from 'latchkit/testing/bitcoin';
import { createFakePolkadotWallet, type FakePolkadotWallet } from 'latchkit/testing/polkadot';
import { announceAll } from './announceAll.js';
import type { DemoAddresses } from './demoAddresses.js';
import type { DemoParameters } from './demoParameters.js';

/** Faults that the URL enables by name. */
const FAULTS: Readonly<Record<string, Pick<WalletFaults, 'reject' | 'hang' | 'plainError'>>> = {
  reject: { reject: true },
  hang: { hang: true },
  plainError: { plainError: true },
};

/** Announces the wallets of Bitcoin (Wallet Standard) and Polkadot (`injectedWeb3`) that the page enables. */
export function announceOtherWallets(
  parameters: DemoParameters,
  addresses: DemoAddresses,
): {
  readonly bitcoinWallets: readonly FakeBitcoinWallet[];
  readonly polkadotWallets: readonly FakePolkadotWallet[];
} {
  const { adapters, wallets: names, faults: given, late } = parameters;
  const faults = Object.assign({}, ...given.map(name => FAULTS[name] ?? {}));
  const prompt = parameters.prompt === 'auto' ? 'auto' : dialogPrompt();
  const bitcoinWallets = adapters.includes('bitcoin')
    ? names.map(name =>
        createFakeBitcoinWallet({ name, prompt, persist: true, faults, esplora: addresses.bitcoin }),
      )
    : [];
  const polkadotWallets = adapters.includes('polkadot')
    ? names.map(id => createFakePolkadotWallet({ id, prompt, persist: true, faults }))
    : [];
  announceAll([...bitcoinWallets, ...polkadotWallets], late);
  return { bitcoinWallets, polkadotWallets };
}
