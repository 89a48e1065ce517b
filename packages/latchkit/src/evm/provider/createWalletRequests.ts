import type { Call } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { EvmTransaction, TransactionRequest } from '../../core/adapter/Transaction.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { BaseError, type BaseErrorOptions } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { EvmEngine } from '../EvmEngine.js';
import { evmAddress } from './evmAddress.js';
import { toHex } from './quantity.js';
import { serializeTypedData } from './serializeTypedData.js';
import { UNSUPPORTED_METHOD, walletError, walletErrorCode } from './walletErrorCode.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<
  EvmEngine,
  'signMessage' | 'signTypedData' | 'sendTransaction' | 'sendCalls' | 'getCapabilities'
>;

const signMessageError = (options: BaseErrorOptions) =>
  new BaseError('WAGMI_SIGN_MESSAGE', 'WagmiAdapter:signMessage - Sign message failed', options);

/**
 * Requests to a connected wallet over EIP-1193, without wagmi or viem: importing those here would split the first chunk
 * of a host that uses them. A refusal is always REQUEST_REJECTED.
 */
export function createWalletRequests(
  connected: (connectorId: string) => Promise<WagmiConnector>,
): WalletRequests {
  const request = async <T>(
    connectorId: string,
    ask: (provider: Eip1193Provider) => Promise<T>,
    failed = (options: BaseErrorOptions) => createError('REQUEST_FAILED', options),
  ): Promise<T> => {
    try {
      const connector = await connected(connectorId);
      return await ask((await connector.getProvider()) as Eip1193Provider);
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', failed);
    }
  };

  return {
    signMessage: ({ connectorId, address, message }) =>
      request(
        connectorId,
        provider => askText(provider, 'personal_sign', [utf8ToHex(message), address]),
        signMessageError,
      ),
    signTypedData: ({ connectorId, address, typedData }) =>
      request(connectorId, provider =>
        askText(provider, 'eth_signTypedData_v4', [address, serializeTypedData(typedData)]),
      ),
    sendTransaction: ({ connectorId, address, transaction, network }) =>
      request(connectorId, async provider => {
        const parameters = toRpcCall(evmTransaction(transaction));
        const chainId = await assertChain(provider, network);
        return askText(provider, 'eth_sendTransaction', [{ ...parameters, from: address, chainId }]);
      }),
    sendCalls: ({ connectorId, address, calls, network }) =>
      request(connectorId, async provider => {
        const parameters = calls.map(toRpcCall);
        const chainId = await assertChain(provider, network);
        const batch = { version: '2.0.0', from: address, chainId, atomicRequired: false, calls: parameters };
        return batchId(await askForBatch(provider, batch));
      }),
    getCapabilities: ({ connectorId, address }) =>
      request(connectorId, async provider => {
        const byChain = await provider.request({ method: 'wallet_getCapabilities', params: [address] });
        return Object.fromEntries(
          Object.entries(byChain as object).map(([chainId, capabilities]) => [
            toHex(Number(chainId)),
            capabilities,
          ]),
        );
      }),
  };
}

/** Requests a signature or a hash; fails for any other type of result. */
async function askText(provider: Eip1193Provider, method: string, params: unknown): Promise<string> {
  const answer = await provider.request({ method, params });
  if (typeof answer === 'string') return answer;
  throw new TypeError(`The wallet returned no text for ${method}.`);
}

/** Fails if the wallet is not on the chain that the visitor sees. Returns the chain id in hexadecimal. */
async function assertChain(provider: Eip1193Provider, network: CaipNetwork): Promise<`0x${string}`> {
  const expected = Number(network.id);
  const actual = Number(await provider.request({ method: 'eth_chainId' }));
  if (actual === expected) return toHex(expected);
  throw createError('REQUEST_FAILED', {
    details: 'The wallet is on another chain.',
    context: { chainId: `eip155:${actual}`, expected: network.caipNetworkId },
  });
}

/** @throws INVALID_TRANSACTION for a transaction of another namespace. */
function evmTransaction(transaction: TransactionRequest): EvmTransaction {
  if ('to' in transaction) return transaction;
  throw createError('INVALID_TRANSACTION', { details: 'A transaction on EVM has a receiver `to`.' });
}

/** Converts amounts to hex quantities and omits unset properties. */
function toRpcCall({ to, value, data, gas, ...fees }: EvmTransaction & Call) {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees;
  return {
    to: evmAddress(to),
    ...(value === undefined ? {} : { value: toHex(value) }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas: toHex(gas) }),
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas: toHex(maxFeePerGas) }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas: toHex(maxPriorityFeePerGas) }),
  };
}

/** Sends a batch (EIP-5792). There is no fallback for wallets without batches: one prompt must not become many. */
async function askForBatch(provider: Eip1193Provider, batch: object): Promise<unknown> {
  try {
    return await provider.request({ method: 'wallet_sendCalls', params: [batch] });
  } catch (cause) {
    if (walletErrorCode(cause) !== UNSUPPORTED_METHOD) throw cause;
    const message = 'This account cannot send several calls as one request: send them one by one';
    const details = 'The wallet knows no batches (EIP-5792).';
    throw new BaseError('CALLS_NOT_SUPPORTED', message, { cause, details });
  }
}

/** Reads a batch id: in an object since version 2 of EIP-5792, plain text before. */
function batchId(answer: unknown): string {
  const id = typeof answer === 'object' && answer !== null ? (answer as { id?: unknown }).id : answer;
  if (typeof id === 'string') return id;
  throw new TypeError('The wallet returned no batch id.');
}

function utf8ToHex(text: string): `0x${string}` {
  const bytes = [...new TextEncoder().encode(text)];
  return `0x${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
