export type { Eip1193Provider } from '../core/adapter/Eip1193Provider.js';
export type {
  BaseAccountSdkModule,
  CoinbaseSdkModule,
  EvmOptions,
  SafeModules,
  WalletSdk,
} from './EvmOptions.js';
export { evm } from './evm.js';
export type { WagmiConfigLike } from './WagmiConfig.js';
