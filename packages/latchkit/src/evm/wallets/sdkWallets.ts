import type { EvmOptions, WalletSdk } from '../EvmOptions.js';
import type { WalletSource } from './WalletSource.js';

type SdkKind = 'safe' | 'coinbase' | 'baseAccount';

/** Lists the wallets whose SDKs the host provides, without loading them. */
export function sdkSources(options: EvmOptions): readonly WalletSource[] {
  const framed = window.parent !== window;
  return [
    // Outside a frame there is no Safe to connect to.
    ...source('safe', 'safe', 'Safe', framed ? options.safe : undefined),
    ...source('coinbase', 'coinbaseWalletSDK', 'Coinbase Wallet', options.coinbase, ['com.coinbase.wallet']),
    ...source('baseAccount', 'baseAccount', 'Base Account', options.baseAccount, ['app.base.account']),
  ];
}

function source(
  kind: SdkKind,
  id: string,
  name: string,
  sdk: WalletSdk<unknown> | undefined,
  aliases: readonly string[] = [],
): readonly WalletSource[] {
  if (!sdk) return [];
  const chains = sdk.chains ?? [];
  return [{ connector: { id, name, type: 'EXTERNAL', chain: 'eip155', chains }, origin: { kind }, aliases }];
}
