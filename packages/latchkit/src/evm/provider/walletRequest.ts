import type { Call } from '../../core/adapter/Calls.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { EvmTransaction } from '../../core/adapter/Transaction.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { BaseError, BaseErrorOptions } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { evmAddress } from './evmAddress.js';
import { toHex } from './quantity.js';
import { untilChainId } from './readChainId.js';
import { walletError } from './walletErrorCode.js';

/** Runs a request to a connected wallet. A refusal is always REQUEST_REJECTED; `failed` creates other errors. */
export type WalletRequest = <T>(
  connectorId: string,
  ask: (provider: Eip1193Provider) => Promise<T>,
  failed?: (options: BaseErrorOptions) => BaseError,
) => Promise<T>;

/** Creates the function that runs requests to connected wallets. */
export function createWalletRequest(
  connected: (connectorId: string) => Promise<WagmiConnector>,
): WalletRequest {
  return async (connectorId, ask, failed = options => createError('REQUEST_FAILED', options)) => {
    try {
      const connector = await connected(connectorId);
      return await ask((await connector.getProvider()) as Eip1193Provider);
    } catch (error) {
      throw walletError(error, 'REQUEST_REJECTED', failed);
    }
  };
}

/** Fails if the wallet is not on the chain that the visitor sees. Returns the chain id in hexadecimal. */
export async function assertChain(provider: Eip1193Provider, network: CaipNetwork): Promise<`0x${string}`> {
  const expected = Number(network.id);
  const actual = await untilChainId(provider).catch((cause: Error) => cause);
  if (actual === expected) return toHex(expected);
  const context = { expected: network.caipNetworkId };
  throw createError(
    'REQUEST_FAILED',
    typeof actual === 'number'
      ? { details: 'The wallet is on another chain.', context: { ...context, chainId: `eip155:${actual}` } }
      : { details: actual.message, cause: actual.cause, context },
  );
}

/** Converts amounts to hex quantities and omits unset properties. */
export function toRpcCall({ to, value, data, gas, ...fees }: EvmTransaction & Call) {
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
