import type { EvmOptions } from '../EvmOptions.js';
import { baseAccount } from './baseAccount.js';
import { coinbase } from './coinbase.js';
import { safe } from './safe.js';
import type { WalletSource } from './WalletSource.js';

/** Lists the wallets whose SDKs the host provides, without loading them. */
export function sdkWallets(options: EvmOptions): readonly WalletSource[] {
  return [
    // Outside a frame there is no Safe to connect to.
    ...(options.safe && window.parent !== window ? [safe(options.safe)] : []),
    ...(options.coinbase ? [coinbase(options.coinbase)] : []),
    ...(options.baseAccount ? [baseAccount(options.baseAccount)] : []),
  ];
}
