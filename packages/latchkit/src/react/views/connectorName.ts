import type { Connector, LatchkitState } from '../../core/index.js';

/** The name that a visitor knows a connector by: that of the wallet at the other end, for the connector of WalletConnect. */
export function connectorName(
  { walletConnect }: Pick<LatchkitState, 'walletConnect'>,
  connector: Connector | undefined,
): string | undefined {
  const isRemote = connector && isWalletConnect(connector);
  return (isRemote && walletConnect.wallet?.name) || connector?.name;
}

/** Its image, by the same rule. */
export function connectorImage(
  { walletConnect }: Pick<LatchkitState, 'walletConnect'>,
  connector: Connector | undefined,
): string | undefined {
  const remote = connector && isWalletConnect(connector) ? walletConnect.wallet : undefined;
  return remote ? remote.imageUrl : connector?.imageUrl;
}

function isWalletConnect({ type, connectors }: Connector): boolean {
  return type === 'WALLET_CONNECT' || connectors?.some(isWalletConnect) === true;
}
