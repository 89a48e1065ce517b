import {
  createWalletClient,
  type Hex,
  http,
  isHex,
  publicActions,
  stringToHex,
  type TypedDataDefinition,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { PrivateKey } from './anvilAccounts.js';
import { WalletRpcError } from './WalletRpcError.js';

/** A transaction as pages send it to a wallet: quantities as hex. */
export interface RpcTransaction {
  readonly to?: string | undefined;
  readonly value?: string | undefined;
  readonly data?: string | undefined;
  readonly gas?: string | undefined;
}

/** Gas of a transaction, in percent of the estimate. */
const GAS_MARGIN = 125n;

/** The keys of a fake wallet. The only part that needs viem; loaded at the wallet's first request. */
export interface FakeSigner {
  readonly addresses: readonly [string, ...string[]];
  /** Signs `message`, hex or text, with EIP-191. */
  signMessage(address: string, message: string): Promise<Hex>;
  /** Signs JSON text or an object with EIP-712. */
  signTypedData(address: string, typedData: unknown): Promise<Hex>;
  /** Signs and sends; returns the hash. */
  sendTransaction(
    address: string,
    chain: { id: number; url: string },
    transaction: RpcTransaction,
  ): Promise<Hex>;
}

export function createFakeSigner(keys: readonly [PrivateKey, ...PrivateKey[]]): FakeSigner {
  const [first, ...rest] = keys;
  const accounts: [PrivateKeyAccount, ...PrivateKeyAccount[]] = [
    privateKeyToAccount(first),
    ...rest.map(key => privateKeyToAccount(key)),
  ];

  function accountOf(address: string): PrivateKeyAccount {
    const account = accounts.find(one => one.address.toLowerCase() === address.toLowerCase());
    if (!account) throw new WalletRpcError(4100, `The wallet has no key of ${address}.`);
    return account;
  }

  return {
    addresses: [accounts[0].address, ...accounts.slice(1).map(account => account.address)],
    signMessage: (address, message) =>
      accountOf(address).signMessage({ message: { raw: isHex(message) ? message : stringToHex(message) } }),
    signTypedData: (address, typedData) => {
      const parsed: unknown = typeof typedData === 'string' ? JSON.parse(typedData) : typedData;
      return accountOf(address).signTypedData(parsed as TypedDataDefinition);
    },
    async sendTransaction(address, chain, transaction) {
      const account = accountOf(address);
      const client = createWalletClient({
        account,
        chain: {
          id: chain.id,
          name: `Chain ${chain.id}`,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [chain.url] } },
        },
        transport: http(chain.url),
      }).extend(publicActions);
      const call = {
        account,
        to: transaction.to as Hex | undefined,
        value: BigInt(transaction.value ?? 0),
        data: transaction.data as Hex | undefined,
      };
      // The state may change until the transaction is mined, so wallets add a margin.
      const gas =
        transaction.gas === undefined
          ? ((await client.estimateGas(call)) * GAS_MARGIN) / 100n
          : BigInt(transaction.gas);
      return client.sendTransaction({ ...call, gas } as Parameters<typeof client.sendTransaction>[0]);
    },
  };
}
