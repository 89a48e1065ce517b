export { couldBeSolanaTransaction } from './couldBeSolanaTransaction.js';
export { type ApprovalLedger, createApprovalLedger } from './createApprovalLedger.js';
export { createKeyring, type KeyringOptions, type LocalKeyring } from './createKeyring.js';
export type {
  Keyring,
  NewShareSet,
  NewWallet,
  ServiceKeys,
  SessionKeyring,
  WalletServiceShare,
} from './Keyring.js';
export type { DeviceShare, KeyringInstallation } from './KeyringInstallation.js';
export { KEYRING_ERRORS, type KeyringErrorCode, keyringError } from './keyringError.js';
export { readSolanaTransaction, type SolanaTransactionParts } from './readSolanaTransaction.js';
export { type Approval, digestOf, digestOfAll, type SigningRequest } from './SigningRequest.js';
export { isSameSeed, type SeedName } from './sealSeed.js';
export type { ServiceKey } from './sealShares.js';
export { signRequest } from './signRequest.js';
export { addressesOf, type WalletKeys, walletKeys } from './walletKeys.js';
