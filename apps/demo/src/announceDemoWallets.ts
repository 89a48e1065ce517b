import {
  announceHostile,
  createFakeWallet,
  dialogPrompt,
  type FakeWallet,
  HOSTILE_KINDS,
  type WalletFaults,
} from 'latchkit/testing';
import { announceAll } from './announceAll.js';
import type { DemoAddresses } from './demoAddresses.js';
import { CHAIN_A, CHAIN_B } from './demoNetworks.js';
import type { DemoParameters } from './demoParameters.js';

/** Faults that the URL enables by name. */
const FAULTS: Readonly<Record<string, WalletFaults>> = {
  reject: { reject: true },
  hang: { hang: true },
  plainError: { plainError: true },
  unknownChain: { unknownChain: true },
  silentSwitch: { silentSwitch: true },
  ignoreSwitch: { ignoreSwitch: true },
  silentRevoke: { silentRevoke: true },
};

/**
 * Announces wallets with the development chains' well-known keys, like browser extensions (EIP-6963), so that a visitor without
 * an extension can try everything.
 */
export function announceDemoWallets(
  parameters: DemoParameters,
  addresses: DemoAddresses,
): readonly FakeWallet[] {
  const faults = Object.assign({}, ...parameters.faults.map(name => FAULTS[name] ?? {})) as WalletFaults;
  const wallets = parameters.wallets.map((name, index) =>
    createFakeWallet({
      name,
      rdns: index === 0 ? 'dev.latchkit.demo' : `dev.latchkit.demo${index + 1}`,
      chains: { [CHAIN_A]: addresses.chainA, [CHAIN_B]: addresses.chainB },
      prompt: parameters.prompt === 'auto' ? 'auto' : dialogPrompt(),
      persist: true,
      faults,
    }),
  );
  announceAll(wallets, parameters.late);
  const [first] = wallets;
  for (const kind of HOSTILE_KINDS) {
    if (first && parameters.hostile.includes(kind)) announceHostile(kind, first);
  }
  return wallets;
}
