import { base58 } from '@scure/base';
import type { AdapterConnection, ChainAdapter } from '../../core/adapter/ChainAdapter.js';
import { isRefusal } from '../../core/adapter/isRefusal.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { EvmTransaction } from '../../core/adapter/Transaction.js';
import { type BaseError, isError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';

type Requests = Pick<ChainAdapter, 'getBalance' | 'signMessage' | 'sendTransaction'>;

/**
 * What an adapter can do without a chain library: read a balance, sign, and send a transaction built by the host; balances and
 * transactions only on EVM and Solana.
 */
export function createRequests(
  namespace: ChainNamespace,
  provider: UniversalProvider,
  connection: () => AdapterConnection | undefined,
): Requests {
  const ask = (method: string, params: unknown, chainId = connection()?.chainId) =>
    provider.request({ method, params }, chainId).catch((cause: unknown) => {
      throw wrapWalletError(cause);
    });
  const isEvm = namespace === 'eip155';

  const requests: Required<Requests> = {
    async getBalance({ address, network, signal }) {
      const method = isEvm ? 'eth_getBalance' : 'getBalance';
      const params = isEvm ? [address, 'latest'] : [address];
      const answer = await provider.request({ method, params, signal }, network.caipNetworkId);
      const { decimals, symbol } = network.nativeCurrency;
      return { balance: formatUnits(amountOf(answer), decimals), symbol };
    },
    async signMessage({ address, message }) {
      const bytes = new TextEncoder().encode(message);
      if (isEvm) return textOf(await ask('personal_sign', [hexOf(bytes), address]));
      if (namespace !== 'solana') throw unsupported(namespace);
      return textOf(
        await ask('solana_signMessage', { message: base58.encode(bytes), pubkey: address }),
        'signature',
      );
    },
    async sendTransaction({ address, transaction, network }) {
      const { caipNetworkId } = network;
      if (isEvm && 'to' in transaction) {
        return textOf(
          await ask('eth_sendTransaction', [rpcCall(address, transaction, network)], caipNetworkId),
        );
      }
      if (namespace !== 'solana' || !('serialized' in transaction)) throw unsupported(namespace);
      const params = { transaction: transaction.serialized, pubkey: address };
      return textOf(await ask('solana_signAndSendTransaction', params, caipNetworkId), 'signature');
    },
  };
  return isEvm || namespace === 'solana' ? requests : { signMessage: requests.signMessage };
}

function wrapWalletError(cause: unknown): BaseError {
  if (isError(cause)) return cause;
  const code = isRefusal(cause) ? 'REQUEST_REJECTED' : 'REQUEST_FAILED';
  if (!(cause instanceof ProviderRpcError)) return createError(code, { cause });
  return createError(code, { cause, context: { walletCode: cause.code } });
}

function unsupported(namespace: ChainNamespace): BaseError {
  return createError('REQUEST_FAILED', { details: `Needs an adapter for ${namespace}.` });
}

/** Reads an amount: wei in hexadecimal, or Solana's `{ value }` in lamports. */
function amountOf(answer: unknown): bigint {
  const value =
    typeof answer === 'object' && answer !== null ? (answer as { value?: unknown }).value : answer;
  if (typeof value === 'string' || typeof value === 'number') return BigInt(value);
  throw createError('REQUEST_FAILED', { details: 'The chain answered no balance.' });
}

function textOf(answer: unknown, name?: string): string {
  const value = name === undefined ? answer : (answer as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value === 'string') return value;
  throw createError('REQUEST_FAILED', { details: 'The wallet answered no text.' });
}

function rpcCall(from: string, { to, data, ...amounts }: EvmTransaction, { id }: CaipNetwork) {
  const quantities = Object.entries(amounts).flatMap(([name, amount]) =>
    typeof amount === 'bigint' ? [[name, `0x${amount.toString(16)}`] as const] : [],
  );
  const chainId = `0x${Number(id).toString(16)}`;
  return { from, to, chainId, ...(data === undefined ? {} : { data }), ...Object.fromEntries(quantities) };
}

function hexOf(bytes: Uint8Array): string {
  return `0x${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
