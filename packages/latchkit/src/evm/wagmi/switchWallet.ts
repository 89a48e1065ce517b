import { answeredOrShown } from '../../core/adapter/answeredOrShown.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { createError } from '../../protocol/errors.js';
import { toViemChain } from '../chain/toViemChain.js';
import { SWITCH_ANSWER_TIMEOUT } from '../provider/evmLimits.js';
import { switchProvider } from '../provider/switchProvider.js';
import { walletError } from '../provider/walletErrorCode.js';
import { connectedConnector } from './connectedConnector.js';
import type { EngineContext } from './EngineContext.js';
import { isWalletConnector } from './walletConnector.js';

/**
 * Switches a connected wallet to one of the host's networks.
 *
 * @throws NETWORK_NOT_FOUND, PROVIDER_NOT_FOUND, CONNECTOR_CANNOT_SWITCH, SWITCH_REJECTED, SWITCH_FAILED
 */
export async function switchWallet(
  context: EngineContext,
  connectorId: string,
  { caipNetworkId }: CaipNetwork,
): Promise<void> {
  const network = context.host.networks().find(one => one.caipNetworkId === caipNetworkId);
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { caipNetworkId } });
  const connector = await connectedConnector(context, connectorId);
  if (!connector.switchChain) throw createError('CONNECTOR_CANNOT_SWITCH', { context: { connectorId } });
  const chain = toViemChain(network);
  try {
    if (connector.type === 'injected' || isWalletConnector(connector)) {
      // Wagmi's own injected connector waits for an event that some wallets never emit.
      await switchProvider((await connector.getProvider()) as Eip1193Provider, chain);
      connector.emitter.emit('change', { chainId: chain.id });
    } else {
      await switchThroughConnector(connector, chain.id);
    }
  } catch (error) {
    throw walletError(error, 'SWITCH_REJECTED', 'SWITCH_FAILED');
  }
}

async function switchThroughConnector(connector: WagmiConnector, chainId: number): Promise<void> {
  const isShown = async () => (await connector.getChainId()) === chainId;
  const answer = (async () => connector.switchChain?.({ chainId }))();
  const end = await answeredOrShown(answer, isShown, SWITCH_ANSWER_TIMEOUT);
  if (end === 'silent' || !(await isShown())) throw createError('SWITCH_FAILED', { context: { chainId } });
  connector.emitter.emit('change', { chainId });
}
