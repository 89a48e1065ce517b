import {
  createSolanaRpc,
  getBase64Decoder,
  getTransactionDecoder,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { createPublicClient, formatUnits, http } from 'viem';
import { rpcOf, viemChain } from './signRequest.js';
import type { PendingRequest } from './WalletState.js';

/** The network fee of a request, formatted; undefined if nothing is sent. @throws the chain's error. */
export async function estimateFee({ read, network, keys }: PendingRequest): Promise<string | undefined> {
  const { decimals, symbol } = network.nativeCurrency;
  const words = (amount: bigint) => `About ${formatUnits(amount, decimals)} ${symbol}`;
  if (read.kind === 'transaction') {
    const { to, value, data } = read;
    const client = createPublicClient({ chain: viemChain(network), transport: http() });
    const [balance, gas, price] = await Promise.all([
      client.getBalance({ address: keys.evm.address }),
      client.estimateGas({ account: keys.evm.address, to: to ?? null, value, data }),
      client.getGasPrice(),
    ]);
    if (balance < value + gas * price) throw new Error(`The account has ${words(balance).toLowerCase()}.`);
    return words(gas * price);
  }
  if (read.kind !== 'solanaTransactions' || read.act !== 'send') return undefined;
  const { messageBytes } = getTransactionDecoder().decode(read.wires[0]);
  const message = getBase64Decoder().decode(messageBytes) as TransactionMessageBytesBase64;
  const { value } = await createSolanaRpc(rpcOf(network)).getFeeForMessage(message).send();
  return value === null ? undefined : words(value);
}
