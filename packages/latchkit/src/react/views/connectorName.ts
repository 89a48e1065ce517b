import type { Connector, LatchkitState } from '../../core/index.js';

/** The name under which a visitor knows a connector. For WalletConnect it is the name of the connected wallet. */
export function connectorName(
  { walletConnect }: Pick<LatchkitState, 'walletConnect'>,
  connector: Connector | undefined,
): string | undefined {
  const isRemote = connector && isWalletConnect(connector);
  return (isRemote && walletConnect.wallet?.name) || connector?.name;
}

/** The connector's image, by the same rule. */
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
