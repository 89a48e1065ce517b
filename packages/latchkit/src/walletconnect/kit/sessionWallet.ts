import type { SessionWallet } from '../../core/walletConnect/SessionWallet.js';
import type { WalletConnectClient, WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';

/** The session's part of a namespace. */
export function sessionWallet(
  namespace: ChainNamespace,
  provider: UniversalProvider,
  client: Pick<WalletConnectClient, 'connect' | 'restore' | 'disconnect'>,
  { signal }: WalletConnectHost,
): SessionWallet {
  return {
    accounts: () =>
      Object.values(provider.session?.namespaces ?? {})
        .flatMap(({ accounts }) => accounts)
        .filter(account => account.startsWith(`${namespace}:`)),
    properties: () => provider.session?.sessionProperties ?? {},
    request: (method, params, chainId) => provider.request({ method, params }, chainId),
    connect: silent => (silent ? client.restore(namespace) : client.connect(namespace, { signal })),
    disconnect: client.disconnect,
    onChange(listener) {
      const stops = [
        provider.on('accountsChanged', change => change.namespace === namespace && listener()),
        provider.on('disconnect', listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
