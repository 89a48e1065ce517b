import type { BaseAccountSdkModule, WalletSdk } from '../EvmOptions.js';
import { appOf, sdkWallet } from './sdkWallet.js';
import type { WalletSource } from './WalletSource.js';

// Telemetry off: wallet vendors must not learn how visitors use a host.
const PREFERENCE = { telemetry: false };

/** Base Account through its SDK. */
export function baseAccount(sdk: WalletSdk<BaseAccountSdkModule>): WalletSource {
  return sdkWallet(sdk, {
    id: 'baseAccount',
    name: 'Base Account',
    aliases: ['app.base.account'],
    open: (module, host) =>
      module.createBaseAccountSDK({ ...appOf(host), preference: PREFERENCE } as never).getProvider(),
  });
}
