import type { WalletConnectClient } from '../../core/contracts/WalletConnect.js';
import { createEip1193, type Eip1193 } from '../provider/createEip1193.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';

/** EIP-1193 for a connector that is connected by the provider itself, as wagmi's hooks do. */
export interface KitEip1193 extends Eip1193 {
  disconnect(): Promise<void>;
}

/**
 * The session's EVM part. Unlike the universal provider's own it has no accounts where nothing is connected, instead of an
 * error, and connects where it is asked to.
 */
export function kitEip1193(
  provider: UniversalProvider,
  client: Pick<WalletConnectClient, 'connect' | 'disconnect'>,
  signal: AbortSignal,
): KitEip1193 {
  const eip1193 = createEip1193(provider);
  const accounts = () => (provider.session ? provider.addresses('eip155') : []);
  return {
    ...eip1193,
    async request(request) {
      const { method } = request;
      if (method === 'eth_requestAccounts' && accounts().length === 0)
        await client.connect('eip155', { signal });
      return method === 'eth_requestAccounts' || method === 'eth_accounts'
        ? accounts()
        : eip1193.request(request);
    },
    disconnect: client.disconnect,
  };
}
