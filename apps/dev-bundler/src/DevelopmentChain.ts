import {
  type Address,
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  keccak256,
  type PublicClient,
  stringToHex,
  type TestClient,
  type WalletClient,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** A node's answers are read at this interval, in milliseconds. */
const POLLING = 20;

/** Keys of their own, so that tests find the standard accounts of anvil untouched. They are public: never use them elsewhere. */
const accountOf = (role: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(stringToHex(`Latchkit development bundler: ${role}`)));

/** Pays for the bundles and receives the fees. */
export const BUNDLER: PrivateKeyAccount = accountOf('bundler');
/** Signs for the paymaster. */
export const SPONSOR: PrivateKeyAccount = accountOf('paymaster');
/** Deploys the pools and owns their liquidity. */
export const LIQUIDITY: PrivateKeyAccount = accountOf('liquidity');

/** Clients of an anvil chain. */
export interface DevelopmentChain {
  readonly chain: Chain;
  readonly reader: PublicClient;
  readonly test: TestClient<'anvil', HttpTransport, Chain>;
  readonly wallet: WalletClient<HttpTransport, Chain, PrivateKeyAccount>;
}

/** Opens a chain, which must be running. @param url - Its JSON-RPC. */
export async function openChain(url: string): Promise<DevelopmentChain> {
  const id = await createPublicClient({ transport: http(url) }).getChainId();
  const chain = defineChain({
    id,
    name: `Development chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  return {
    chain,
    reader: createPublicClient({ chain, transport: http(url), pollingInterval: POLLING, cacheTime: 0 }),
    test: createTestClient({ mode: 'anvil', chain, transport: http(url) }),
    wallet: createWalletClient({ account: BUNDLER, chain, transport: http(url) }),
  };
}

/** Whether an address has code. */
export async function hasCode({ reader }: DevelopmentChain, address: Address): Promise<boolean> {
  const code: Hex | undefined = await reader.getCode({ address });
  return code !== undefined && code !== '0x';
}
