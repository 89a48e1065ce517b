import type { Connector } from './Connector.js';

/** Id of the WalletConnect connector, the same in every namespace, so that the list shows one entry. */
export const WALLET_CONNECT_ID = 'walletConnect';

/** Whether a connector is WalletConnect's, in one or several namespaces. */
export function isWalletConnect(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'WALLET_CONNECT';
}
