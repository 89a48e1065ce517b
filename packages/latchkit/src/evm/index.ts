export type { Eip1193Provider } from '../core/adapter/ProviderOf.js';
export type {
  BaseAccountSdkModule,
  CoinbaseSdkModule,
  EvmOptions,
  SafeModules,
  WalletSdk,
} from './EvmOptions.js';
export { evm } from './evm.js';
export type { WagmiConfigLike } from './WagmiConfig.js';
