import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { EvmTransaction, TransactionRequest } from '../../core/adapter/Transaction.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { BaseError, type BaseErrorOptions } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { EvmEngine } from '../EvmEngine.js';
import { serializeTypedData } from './serializeTypedData.js';
import { assertChain, createWalletRequest, toRpcCall } from './walletRequest.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<EvmEngine, 'signMessage' | 'signTypedData' | 'sendTransaction'>;

const signMessageError = (options: BaseErrorOptions) =>
  new BaseError('WAGMI_SIGN_MESSAGE', 'WagmiAdapter:signMessage - Sign message failed', options);

/**
 * Requests to a connected wallet over EIP-1193, without wagmi or viem: importing those here would split the first chunk
 * of a host that uses them. A refusal is always REQUEST_REJECTED.
 */
export function createWalletRequests(
  connected: (connectorId: string) => Promise<WagmiConnector>,
): WalletRequests {
  const request = createWalletRequest(connected);

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
        const sent = [{ ...parameters, from: address, chainId }];
        const hash = await askText(provider, 'eth_sendTransaction', sent);
        if (/^0x[\da-f]/i.test(hash)) return hash;
        throw new TypeError('The wallet returned no hash for eth_sendTransaction.');
      }),
  };
}

/** Requests a signature or a hash; fails for any other type of result. */
async function askText(provider: Eip1193Provider, method: string, params: unknown): Promise<string> {
  const answer = await provider.request({ method, params });
  if (typeof answer === 'string') return answer;
  throw new TypeError(`The wallet returned no text for ${method}.`);
}

/** @throws INVALID_TRANSACTION for a transaction of another namespace. */
function evmTransaction(transaction: TransactionRequest): EvmTransaction {
  if ('to' in transaction) return transaction;
  throw createError('INVALID_TRANSACTION', { details: 'A transaction on EVM has a receiver `to`.' });
}

function utf8ToHex(text: string): `0x${string}` {
  const bytes = [...new TextEncoder().encode(text)];
  return `0x${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
