import type { WalletConnectClient } from '../../core/walletConnect/WalletConnectConfig.js';
import { createEip1193, type Eip1193 } from '../provider/createEip1193.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';

/**
 * The session's EVM part as an EIP-1193 provider: it connects when accounts are requested (EIP-1102), has no accounts
 * while disconnected, and ends the session when the page revokes its permission (EIP-2255). A stored session has
 * accounts once the relay is subscribed to it.
 */
export function kitEip1193(
  provider: UniversalProvider,
  client: Pick<WalletConnectClient, 'connect' | 'restore' | 'disconnect'>,
  signal: AbortSignal,
): Eip1193 {
  const eip1193 = createEip1193(provider);
  const accounts = () => (provider.session ? provider.addresses('eip155') : []);
  return {
    on: eip1193.on,
    removeListener: eip1193.removeListener,
    get session() {
      return eip1193.session;
    },
    async request(request) {
      switch (request.method) {
        case 'eth_requestAccounts':
          if (accounts().length === 0) await client.connect('eip155', { signal });
          return accounts();
        case 'eth_accounts':
          return (await client.restore('eip155')) ? accounts() : [];
        case 'wallet_revokePermissions':
          await client.disconnect();
          return null;
        default:
          return eip1193.request(request);
      }
    },
  };
}
