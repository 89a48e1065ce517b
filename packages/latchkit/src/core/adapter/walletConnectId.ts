import type { Connector } from './Connector.js';

/** Id of WalletConnect's connector, the same in every namespace: the list shows one entry. */
export const WALLET_CONNECT_ID = 'walletConnect';

/** Whether a connector is WalletConnect's, of one namespace or of several. */
export function isWalletConnect(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'WALLET_CONNECT';
}
