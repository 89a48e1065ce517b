import { dialogPrompt } from 'latchkit/testing';
import {
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  HOSTILE_SOLANA_KINDS,
  registerHostile,
  type SolanaWalletFaults,
} from 'latchkit/testing/solana';
import { announceAll } from './announceAll.js';
import type { DemoAddresses } from './demoAddresses.js';
import { SOLANA_DEVNET } from './demoNetworks.js';
import type { DemoParameters } from './demoParameters.js';
import { DEVELOPMENT_PROJECT } from './developmentProject.js';

/** Faults that the URL enables by name. */
const FAULTS: Readonly<Record<string, SolanaWalletFaults>> = {
  reject: { reject: true },
  hang: { hang: true },
  plainError: { plainError: true },
  silentRevoke: { silentRevoke: true },
};

/**
 * Announces Solana wallets with the development runtime's well-known keys (Wallet Standard), under the names of the EVM
 * wallets: one wallet with two namespaces. Announces none if the page does not enable Solana.
 */
export function announceSolanaWallets(
  parameters: DemoParameters,
  addresses: DemoAddresses,
): readonly FakeSolanaWallet[] {
  if (!parameters.adapters.includes('solana')) return [];
  const faults = Object.assign(
    {},
    ...parameters.faults.map(name => FAULTS[name] ?? {}),
  ) as SolanaWalletFaults;
  const devnet = new URL('/v1', addresses.gateway);
  devnet.searchParams.set('chainId', SOLANA_DEVNET);
  devnet.searchParams.set('projectId', DEVELOPMENT_PROJECT);
  const wallets = parameters.wallets.map(name =>
    createFakeSolanaWallet({
      name,
      chains: { 'solana:localnet': addresses.solana, 'solana:devnet': devnet.href },
      prompt: parameters.prompt === 'auto' ? 'auto' : dialogPrompt(),
      persist: true,
      faults,
    }),
  );
  announceAll(wallets, parameters.late);
  const [first] = wallets;
  const page = new AbortController();
  for (const kind of HOSTILE_SOLANA_KINDS) {
    if (first && parameters.hostile.includes(kind)) registerHostile(kind, first, page.signal);
  }
  return wallets;
}
