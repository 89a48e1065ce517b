import {
  type CaipNetwork,
  createLatchkit,
  defineNetwork,
  type Eip1193Provider,
  getAccount,
  getProvider,
  isError,
  type Latchkit,
  type LatchkitOptions,
  type StandardWallet,
  switchNetwork,
} from 'latchkit';
import { evm } from 'latchkit/evm';
import { base, mainnet, solana } from 'latchkit/networks';
import { solana as solanaAdapter } from 'latchkit/solana';
import { sepolia } from 'viem/chains';

/*
 * What the compiler accepts and refuses of a host's code. Each `@ts-expect-error` fails the check of types when the line
 * below it compiles.
 */

/** Compiles where `value` is a `T`, and nothing wider. */
function is<T>(value: T): T {
  return value;
}

const kit = createLatchkit({
  networks: [mainnet, base, sepolia],
  defaultNetwork: 'eip155:11155111',
  adapters: [evm()],
});

// Networks
export const wide: Latchkit = kit;
void switchNetwork(kit, { chainId: 'eip155:8453' });
void switchNetwork(kit, { network: base });
void switchNetwork(wide, { chainId: 'eip155:999999' });
// @ts-expect-error not one of the instance's networks
void switchNetwork(kit, { chainId: 'eip155:999999' });
// @ts-expect-error `defaultNetwork` has to be one of the networks
createLatchkit({ networks: [mainnet], defaultNetwork: 'eip155:10', adapters: [evm()] });
// @ts-expect-error `evm()` serves no Solana network
createLatchkit({ networks: [mainnet, solana], adapters: [evm()] });
// @ts-expect-error `solana()` serves no EVM network, viem's chains included
createLatchkit({ networks: [sepolia], adapters: [solanaAdapter()] });
// @ts-expect-error an SDK wallet of EVM is not offered for a Solana network
evm({ coinbase: { load: async () => ({}) as never, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] } });
createLatchkit({ networks: [mainnet, solana], adapters: [evm(), solanaAdapter()] });
createLatchkit({ networks: [solana] });
export const made = (options: LatchkitOptions): Latchkit => createLatchkit(options);
export const own: CaipNetwork<'eip155:31337'> = defineNetwork({
  id: 31337,
  name: 'Own',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
});

// Accounts
const account = getAccount(kit, { namespace: 'eip155' });
if (account.isConnected) is<`0x${string}`>(account.address);
if (account.status === 'connected') is<`0x${string}` | undefined>(account.allAccounts[0]?.address);
if (account.status !== 'connected') is<undefined>(account.address);
// @ts-expect-error nothing says yet that there is an address
is<string>(account.address);

// Providers
export const evmProvider: Promise<Eip1193Provider> = getProvider(kit);
export const solanaProvider: Promise<StandardWallet> = getProvider(wide, { namespace: 'solana' });
// @ts-expect-error of an instance whose networks the compiler doesn't know, neither is the provider's kind
export const unknownProvider: Promise<Eip1193Provider> = getProvider(wide);

// Errors
export function read(error: unknown) {
  if (isError(error, 'CONNECTION_REJECTED')) is<'CONNECTION_REJECTED'>(error.code);
  if (isError(error, 'WC_RELAY_UNREACHABLE') || isError(error, 'COOLDOWN')) is<string>(error.message);
  if (isError(error)) is<string>(error.code);
  // @ts-expect-error no such code
  return isError(error, 'CONECTION_REJECTED');
}
