export { BaseError, type BaseErrorOptions, type ErrorContext, isError } from './BaseError.js';
export {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isNamespace,
  NAMESPACES,
  namespaceOf,
  parseCaipAddress,
  parseCaipNetworkId,
} from './caip.js';
export {
  AdapterForNamespaceError,
  catalogueError,
  ERROR_MESSAGES,
  type ErrorCode,
  InvalidCaipAddressError,
  InvalidCaipNetworkIdError,
  NoRpcUrlError,
} from './errors.js';
export {
  allowedOriginsAnswer,
  gatewayErrorAnswer,
  type ProjectConfigAnswer,
  projectConfigAnswer,
} from './gateway/projectConfig.js';
export { type WalletListing, walletListing, walletListingAnswer } from './gateway/walletListing.js';
export { isEvmAddress } from './isEvmAddress.js';
export { supportedNetworkIds } from './supportedNetworkIds.js';
