export { couldBeSolanaTransaction } from './couldBeSolanaTransaction.js';
export { type ApprovalLedger, createApprovalLedger } from './createApprovalLedger.js';
export { createKeyring, type KeyringOptions, type LocalKeyring } from './createKeyring.js';
export { type EvmTransfer, encodeTransfer, type SolanaTransfer } from './encodeTransfer.js';
export { isAccountOrder, signedTypes } from './isAccountOrder.js';
export { isForeignOrder } from './isForeignOrder.js';
export type {
  ExportedWallet,
  Keyring,
  NewRecoverySet,
  NewShareSet,
  NewWallet,
  Protection,
  Provision,
  SecondWallet,
  ServiceKeys,
  SessionKeyring,
  WalletServiceShare,
} from './Keyring.js';
export type { DeviceShare, KeyringInstallation } from './KeyringInstallation.js';
export { KEYRING_ERRORS, type KeyringErrorCode, keyringError } from './keyringError.js';
export { type OfflineShares, type OfflineWallet, openPhrase, openShares } from './openOffline.js';
export { readSolanaTransaction, type SolanaTransactionParts } from './readSolanaTransaction.js';
export { type Approval, digestOf, digestOfAll, type SigningRequest } from './SigningRequest.js';
export { sealPasskeyFactor } from './sealFactor.js';
export { openJwe, sealJwe } from './sealJwe.js';
export { isSameSeed, type SeedName } from './sealSeed.js';
export type { KeyReceiver, ServiceKey } from './sealShares.js';
export { signRequest } from './signRequest.js';
export { modularSignature, undeployedSignature } from './signSmartAccount.js';
export { addressesOf, type WalletKeys, walletKeys } from './walletKeys.js';
