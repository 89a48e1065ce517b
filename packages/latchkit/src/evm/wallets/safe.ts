import { withDeadline } from '../../core/adapter/abortable.js';
import type { SafeModules, WalletSdk } from '../EvmOptions.js';
import { RECONNECT_TIMEOUT } from '../provider/evmLimits.js';
import { sdkWallet } from './sdkWallet.js';
import type { WalletSource } from './WalletSource.js';

/** The Safe around the page. */
export function safe(sdk: WalletSdk<SafeModules>): WalletSource {
  return sdkWallet(sdk, {
    id: 'safe',
    name: 'Safe',
    type: 'safe',
    async open({ Sdk, SafeAppProvider }) {
      const apps = new Sdk();
      // A parent window that is not a Safe never responds.
      const found = await withDeadline(apps.safe.getInfo(), RECONNECT_TIMEOUT, undefined);
      return found && new SafeAppProvider(found as never, apps as never);
    },
  });
}
