export type { Eip1193Provider } from '../core/adapter/ProviderOf.js';
export type {
  BaseAccountSdkModule,
  CoinbaseSdkModule,
  EvmOptions,
  SafeModules,
  WalletSdk,
} from './EvmOptions.js';
export { evm } from './evm.js';
export {
  createSessionSigner,
  type SessionCall,
  type SessionKey,
  type SessionSigner,
  type SessionSignerOptions,
} from './sessions/createSessionSigner.js';
export type { WagmiConfigLike } from './WagmiConfig.js';
