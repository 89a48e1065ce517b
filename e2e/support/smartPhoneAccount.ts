import { toSafeSmartAccount } from 'permissionless/accounts';
import { createPublicClient, type Hex, http, numberToHex } from 'viem';
import { createBundlerClient, createPaymasterClient, entryPoint07Address } from 'viem/account-abstraction';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import type { Stack } from './startStack.js';
import type { PhoneAccount } from './walletConnectWallet.js';

interface SentCalls {
  readonly calls: readonly { readonly to: Hex; readonly data?: Hex; readonly value?: Hex }[];
}

/** A Safe on chain A that has no code yet and no ether: its fees are sponsored. Built by a library that is not ours. */
export async function smartPhoneAccount({ chainA, bundler }: Stack): Promise<PhoneAccount> {
  const client = createPublicClient({ chain: foundry, transport: http(chainA) });
  const account = await toSafeSmartAccount({
    client,
    owners: [privateKeyToAccount(generatePrivateKey())],
    version: '1.4.1',
    entryPoint: { address: entryPoint07Address, version: '0.7' },
  });
  const transport = http(`${bundler}/${foundry.id}`);
  const paymaster = createPaymasterClient({ transport });
  const operations = createBundlerClient({ account, client, transport, paymaster, pollingInterval: 100 });
  const chainId = numberToHex(foundry.id);

  const statusOf = async (hash: Hex) => {
    const common = { version: '2.0.0', id: hash, chainId, atomic: true };
    const found = await operations.getUserOperationReceipt({ hash }).catch(() => undefined);
    if (!found) return { ...common, status: 100, receipts: [] };
    const { transactionHash, blockHash, blockNumber, gasUsed } = found.receipt;
    const receipt = {
      ...{ transactionHash, blockHash, logs: [] },
      blockNumber: numberToHex(blockNumber),
      gasUsed: numberToHex(gasUsed),
      status: numberToHex(found.success ? 1 : 0),
    };
    return { ...common, status: found.success ? 200 : 500, receipts: [receipt] };
  };

  return {
    address: account.address,
    methods: ['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus'],
    async answer(method, [first]) {
      switch (method) {
        case 'personal_sign':
          return account.signMessage({ message: { raw: first as Hex } });
        case 'wallet_getCapabilities':
          return { [chainId]: { atomic: { status: 'supported' } } };
        case 'wallet_sendCalls': {
          const calls = (first as SentCalls).calls.map(({ to, data, value }) => ({
            to,
            data,
            value: BigInt(value ?? 0),
          }));
          return { id: await operations.sendUserOperation({ calls }) };
        }
        case 'wallet_getCallsStatus':
          return statusOf(first as Hex);
        default:
          throw new Error(`The wallet does not know ${method}`);
      }
    },
  };
}
