import type { LatchkitState } from '../../core/index.js';
import { useKitState } from '../modal/useKitState.js';

/** The connected wallet's name, where a wallet is connected. */
export function useWalletName(): string | undefined {
  return useKitState(connectedWalletName);
}

function connectedWalletName(state: LatchkitState): string | undefined {
  const connection = state.chains[state.activeNamespace]?.connection;
  if (connection?.status !== 'connected') return undefined;
  return state.connectors.find(({ id }) => id === connection.connectorId)?.name;
}
