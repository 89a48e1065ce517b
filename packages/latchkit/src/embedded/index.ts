export type { EmbeddedErrorCode } from '../protocol/ErrorCode.js';
export type { EmbeddedWalletOptions } from './EmbeddedWalletOptions.js';
export { EMBEDDED_ERRORS, type FrameFailure } from './embeddedErrors.js';
export { embeddedWallet } from './embeddedWallet.js';
export {
  createEmbeddedFrame,
  type EmbeddedFrame,
  type EmbeddedFrameEvent,
  type EmbeddedFrameOptions,
  type FrameStatus,
} from './frame/createEmbeddedFrame.js';
export type { CallOptions, FrameCall } from './messenger/createMessenger.js';
export {
  type ApprovalEvent,
  createEmbeddedProvider,
  type EmbeddedProvider,
  type EmbeddedProviderOptions,
  type ProviderRequest,
} from './provider/createEmbeddedProvider.js';
export type { ProviderEventMap, ProviderEvents } from './provider/createProviderEvents.js';
export { ProviderRpcError } from './provider/ProviderRpcError.js';
export { reportFrameFailure } from './reportFrameFailure.js';
export { signOutOfFrame } from './signOutOfFrame.js';
export { syncFrame } from './syncFrame.js';
