import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  type Hex,
  http,
  parseAbi,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { NAME_RESOLVER_CODE } from './nameResolverCode.js';

const abi = parseAbi(['constructor(string url, address signer)']);

/** Milliseconds between questions for the receipt. */
const POLL = 100;

export interface DeployNameResolverOptions {
  /** Node of the chain with the registry of ENS. */
  readonly rpcUrl: string;
  /** Private key of the account that pays and owns the contract. */
  readonly key: Hex;
  /** Where the contract sends questions about names, and the key that signs the answers. */
  readonly url: string;
  readonly signer: Address;
}

/** Deploys the resolver contract of the names (ENSIP-10, EIP-3668), and returns its address. */
export async function deployNameResolver(options: DeployNameResolverOptions): Promise<Address> {
  const { rpcUrl, key, url, signer } = options;
  const transport = http(rpcUrl);
  const client = createPublicClient({ transport, pollingInterval: POLL });
  const wallet = createWalletClient({ account: privateKeyToAccount(key), transport });
  const data = encodeDeployData({ abi, bytecode: NAME_RESOLVER_CODE, args: [url, signer] });
  const hash = await wallet.sendTransaction({ data, chain: null });
  const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress || status !== 'success') throw new Error(`The chain refused the contract: ${hash}`);
  return contractAddress;
}
