import type { CoinbaseSdkModule, WalletSdk } from '../EvmOptions.js';
import { appOf, sdkWallet } from './sdkWallet.js';
import type { WalletSource } from './WalletSource.js';

// Telemetry off: wallet vendors must not learn how visitors use a host.
const PREFERENCE = { options: 'all', telemetry: false };

/** Coinbase Wallet through its SDK. */
export function coinbase(sdk: WalletSdk<CoinbaseSdkModule>): WalletSource {
  return sdkWallet(sdk, {
    id: 'coinbaseWalletSDK',
    name: 'Coinbase Wallet',
    aliases: ['com.coinbase.wallet'],
    open: (module, host) =>
      module.createCoinbaseWalletSDK({ ...appOf(host), preference: PREFERENCE } as never).getProvider(),
  });
}
