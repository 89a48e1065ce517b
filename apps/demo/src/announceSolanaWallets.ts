import { dialogPrompt } from 'latchkit/testing';
import {
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  HOSTILE_SOLANA_KINDS,
  registerHostile,
  type SolanaWalletFaults,
} from 'latchkit/testing/solana';
import type { DemoAddresses } from './demoAddresses.js';
import { SOLANA_DEVNET } from './demoNetworks.js';
import type { DemoParameters } from './demoParameters.js';
import { DEVELOPMENT_PROJECT } from './developmentProject.js';

/** Faults that a word in the address switches on. */
const FAULTS: Readonly<Record<string, SolanaWalletFaults>> = {
  reject: { reject: true },
  hang: { hang: true },
  plainError: { plainError: true },
  silentRevoke: { silentRevoke: true },
};

/**
 * Puts Solana wallets with the development runtime's public keys into the page (Wallet Standard), under the names of the EVM
 * ones: one wallet of two kinds of chains. None where the page does not ask for Solana.
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
  const announceAll = () => {
    for (const wallet of wallets) wallet.announce();
  };
  // Some extensions are late; zero is not the same as a timer of zero.
  if (parameters.late > 0) setTimeout(announceAll, parameters.late);
  else announceAll();
  const [first] = wallets;
  const page = new AbortController();
  for (const kind of HOSTILE_SOLANA_KINDS) {
    if (first && parameters.hostile.includes(kind)) registerHostile(kind, first, page.signal);
  }
  return wallets;
}
