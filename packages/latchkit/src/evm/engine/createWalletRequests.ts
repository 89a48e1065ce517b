import {
  type Connector,
  getCapabilities,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
} from '@wagmi/core';
import { type Hex, numberToHex } from 'viem';
import type { TransactionRequest } from '../../core/contracts/ChainAdapter.js';
import type { ErrorCode } from '../../protocol/errors.js';
import { walletError } from '../errors/walletError.js';
import type { EngineContext } from './EngineContext.js';
import type { EvmEngine } from './EvmEngine.js';

/** Requests to a connected wallet. */
export type WalletRequests = Pick<
  EvmEngine,
  'signMessage' | 'signTypedData' | 'sendTransaction' | 'sendCalls' | 'getCapabilities'
>;

/** What a connected wallet is asked for. A refusal is REQUEST_REJECTED, whatever was asked. */
export function createWalletRequests(
  { config }: EngineContext,
  connected: (connectorId: string) => Promise<Connector>,
): WalletRequests {
  const request = async <T>(
    connectorId: string,
    ask: (connector: Connector) => Promise<T>,
    failed: ErrorCode = 'REQUEST_FAILED',
  ): Promise<T> => {
    try {
      return await ask(await connected(connectorId));
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', failed);
    }
  };

  return {
    signMessage: ({ connectorId, address, message }) =>
      request(
        connectorId,
        connector => signMessage(config, { account: address as Hex, connector, message }),
        'WAGMI_SIGN_MESSAGE',
      ),
    signTypedData: ({ connectorId, address, typedData }) =>
      request(connectorId, connector =>
        signTypedData(config, { ...typedData, account: address as Hex, connector } as never),
      ),
    sendTransaction: ({ connectorId, address, transaction, network }) =>
      request(connectorId, connector =>
        sendTransaction(config, {
          ...toViemTransaction(transaction),
          account: address as Hex,
          // Fails rather than sends on another chain than the visitor sees.
          chainId: Number(network.id),
          connector,
        } as Parameters<typeof sendTransaction>[1]),
      ),
    sendCalls: ({ connectorId, address, calls, network }) =>
      request(connectorId, async connector => {
        const { id } = await sendCalls(config, {
          account: address as Hex,
          chainId: Number(network.id),
          connector,
          calls: calls.map(call => ({ ...call, to: call.to as Hex })),
        });
        return id;
      }),
    getCapabilities: ({ connectorId, address }) =>
      request(connectorId, async connector => {
        const byChain = await getCapabilities(config, { account: address as Hex, connector });
        return Object.fromEntries(
          Object.entries(byChain).map(([chainId, capabilities]) => [
            numberToHex(Number(chainId)),
            capabilities,
          ]),
        );
      }),
  };
}

/** Without the properties that are not set: viem tells undefined from absent. */
function toViemTransaction({ to, value, data, gas }: TransactionRequest) {
  return {
    to: to as Hex,
    ...(value === undefined ? {} : { value }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas }),
  };
}
