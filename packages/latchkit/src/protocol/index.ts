export { anySignal } from './anySignal.js';
export { parseUrl } from './parseUrl.js';
// What the client, the gateway and the wallet page share. Not covered by semantic versioning.

export { AdapterForNamespaceError } from './AdapterForNamespaceError.js';
export {
  evmChainOf,
  evmCoinType,
  isAccountName,
  LEGACY_NAME_SUFFIX,
  MAX_NAME_LENGTH,
  NAME_SUFFIX,
} from './accountName.js';
export {
  BaseError,
  type BaseErrorOptions,
  type ErrorContext,
  isError,
  type LatchkitError,
} from './BaseError.js';
export {
  type CaipAddress,
  type ChainId,
  type ChainNamespace,
  isNamespace,
  NAMESPACES,
  namespaceOf,
  parseCaipAddress,
  parseChainId,
} from './caip.js';
export { InvalidCaipAddressError, InvalidCaipNetworkIdError } from './caipErrors.js';
export { callPath } from './calls/callPath.js';
export { COMMON_ERRORS } from './calls/commonErrors.js';
export type { CallInput, CallResponse, HttpAuth, HttpCall, HttpRequest, Sendable } from './calls/HttpCall.js';
export type { HttpErrorCode } from './calls/HttpErrorCode.js';
export { type RpcCall, rpcAnswer, rpcRequest } from './calls/jsonRpc.js';
// Everything in these files is part of a call's contract, so a new call needs no line here.
export * from './calls/project/analytics.js';
export * from './calls/project/analyticsConfig.js';
export * from './calls/project/bitcoin.js';
export * from './calls/project/chains.js';
export * from './calls/project/convert.js';
export * from './calls/project/directory.js';
export * from './calls/project/farcaster.js';
export * from './calls/project/history.js';
export * from './calls/project/images.js';
export * from './calls/project/names.js';
export * from './calls/project/onramp.js';
export * from './calls/project/payments.js';
export * from './calls/project/permissions.js';
export * from './calls/project/projects.js';
export { isAccountId, isSolanaAddress, projectId, projectQuery } from './calls/project/queryFields.js';
export * from './calls/project/relay.js';
export * from './calls/project/signIns.js';
export * from './calls/project/siwx.js';
export * from './calls/project/tokens.js';
export * from './calls/vault/approvalAddress.js';
export * from './calls/vault/approvals.js';
export * from './calls/vault/canaryMail.js';
export * from './calls/vault/emailUpdate.js';
export * from './calls/vault/evidence.js';
export * from './calls/vault/freezes.js';
export * from './calls/vault/loginLink.js';
export * from './calls/vault/loginRemoval.js';
export * from './calls/vault/protection.js';
export * from './calls/vault/recovery.js';
export * from './calls/vault/walletOrders.js';
export * from './calls/wallet/activity.js';
export * from './calls/wallet/chainAccess.js';
export * from './calls/wallet/custody.js';
export * from './calls/wallet/deletion.js';
export * from './calls/wallet/emailSignIn.js';
export * from './calls/wallet/emailUpdate.js';
export * from './calls/wallet/exportWallet.js';
export * from './calls/wallet/farcasterSignIn.js';
export * from './calls/wallet/freezeUser.js';
export * from './calls/wallet/holdings.js';
export * from './calls/wallet/home.js';
export * from './calls/wallet/installations.js';
export * from './calls/wallet/loginLink.js';
export * from './calls/wallet/loginRemoval.js';
export * from './calls/wallet/mailbox.js';
export * from './calls/wallet/mirror.js';
export * from './calls/wallet/moveWallet.js';
export * from './calls/wallet/permissions.js';
export * from './calls/wallet/portal.js';
export * from './calls/wallet/protection.js';
export * from './calls/wallet/publicKeys.js';
export * from './calls/wallet/sessions.js';
export * from './calls/wallet/sites.js';
export * from './calls/wallet/smartAccounts.js';
export * from './calls/wallet/socialSignIn.js';
export * from './calls/wallet/userFreeze.js';
export * from './calls/wallet/vouching.js';
export { checksumAddress } from './checksumAddress.js';
export { type BoundedSet, createBoundedSet } from './createBoundedSet.js';
export type { ErrorCode } from './ErrorCode.js';
export { type CatalogueCode, createError } from './errors.js';
export { factorOfMint, SOLANA_CLOCK, timeOfClock } from './factorOfMint.js';
export { factorOfMultiplier, UI_MULTIPLIER } from './factorOfMultiplier.js';
export { allowsOrigin, LOCAL_ORIGINS, namesOrigin } from './frame/allowsOrigin.js';
export {
  FRAME_ERRORS,
  type FrameErrorCode,
  frameError,
  frameErrorText,
  isFrameErrorCode,
} from './frame/frameErrors.js';
export { FRAME_EVENTS, type FrameEvent, type FrameEventName, writeFrameEvent } from './frame/frameEvents.js';
export { emailField } from './frame/frameFields.js';
export {
  type FrameGreeting,
  type FrameWelcome,
  frameGreeting,
  frameWelcome,
} from './frame/frameGreeting.js';
export {
  FRAME_FILE_HEADERS,
  type FrameHeaderOptions,
  frameHeaders,
  KEYRING_POLICY,
} from './frame/frameHeaders.js';
export { FRAME_LIMITS, FRAME_TIMES } from './frame/frameLimits.js';
export {
  FRAME_MANIFEST_PATH,
  FRAME_PAGE_FILE,
  type FrameManifest,
  frameManifestSigner,
  readFrameManifest,
} from './frame/frameManifest.js';
export {
  FRAME_MESSAGES,
  type FrameMessage,
  type FramePayload,
  type FramePolicy,
  type FrameSuccess,
  isFrameMessage,
} from './frame/frameMessages.js';
export {
  type FramePageConfig,
  type FrameParams,
  framePageConfig,
  frameParams,
} from './frame/frameParams.js';
export { framePolicy, frameTimeout, waitsForVisitor } from './frame/framePolicy.js';
export {
  contrast,
  FRAME_COLORS,
  type FrameColor,
  type FrameTheme,
  frameColors,
  frameTheme,
} from './frame/frameTheme.js';
export {
  DEFAULT_ACCOUNT_TYPES,
  type EmbeddedAccountType,
  type FrameUser,
  frameUser,
  preferredAccountType,
} from './frame/frameUser.js';
export { commonFrameVersion, FRAME_VERSION, FRAME_VERSIONS } from './frame/frameVersion.js';
export { plainJsonProblem, utf8Length } from './frame/plainJson.js';
export {
  type FrameAnswer,
  type FrameErrorDetails,
  readFrameAnswer,
  writeFrameError,
  writeFrameSuccess,
} from './frame/readFrameAnswer.js';
export {
  type FrameRequest,
  type RefusedRequest,
  readFrameRequest,
  writeFrameRequest,
} from './frame/readFrameRequest.js';
export { rpcParamsProblem, rpcSigner } from './frame/rpcParams.js';
export {
  APPROVED_METHODS,
  isRpcMethod,
  PASSED_METHODS,
  type RpcMethod,
  type RpcPolicy,
  rpcPolicy,
} from './frame/rpcPolicy.js';
export { type SocialResult, socialResult } from './frame/socialResult.js';
export { fromBase58 } from './fromBase58.js';

export {
  type AnalyticsEvent,
  analyticsAnswer,
  analyticsBody,
  analyticsEvent,
  analyticsProps,
  MAX_ANALYTICS_BATCH,
} from './gateway/analytics.js';
export { analyticsConfigAnswer } from './gateway/analyticsConfig.js';
export { type FeeRates, feeRatesAnswer } from './gateway/bitcoin.js';
export {
  accountBalanceAnswer,
  type FungiblePrice,
  fungiblePriceAnswer,
  type IdentityAnswer,
  identityAnswer,
  type SupportedChainsAnswer,
  supportedChainsAnswer,
  type TokenBalance,
  tokenBalance,
} from './gateway/chainData.js';
export { gatewayErrorAnswer } from './gateway/gatewayErrorAnswer.js';
export {
  type AccountTransaction,
  accountHistoryAnswer,
  accountTransaction,
  type TransactionTransfer,
  transactionTransfer,
} from './gateway/history.js';
export { MAX_PRICED_TOKENS } from './gateway/maxPricedTokens.js';
export { nameChangeMessage, nameMessage } from './gateway/nameMessages.js';
export {
  isNameOrder,
  type NameOrder,
  type NameOrderScope,
  type NameOrderTypedData,
  nameOrderOf,
  nameOrderTypedData,
} from './gateway/nameOrders.js';
export { type NativeLogs, nativeLogsOf } from './gateway/nativeLogs.js';
export {
  readTextOrder,
  revokePermissionMessage,
  revokeSignInMessage,
  type TextOrder,
} from './gateway/orderTexts.js';
export {
  revokePermissionAnswer,
  revokePermissionBody,
  type StoredPermission,
  type StorePermissionBody,
  storedPermission,
  storedPermissionsAnswer,
  storePermissionAnswer,
  storePermissionBody,
} from './gateway/permissions.js';
export {
  type NameChange,
  type NameSuggestions,
  namesOfAddressAnswer,
  type Profile,
  profileAnswer,
  profileErrorAnswer,
} from './gateway/profile.js';
export {
  allowedOriginsAnswer,
  type ProjectConfigAnswer,
  projectConfigAnswer,
} from './gateway/projectConfig.js';
export {
  type AccountSignIn,
  accountSignIn,
  accountSignInsAnswer,
  revokeSignInAnswer,
  revokeSignInBody,
} from './gateway/signIns.js';
export {
  jwksAnswer,
  type SiwxServiceSession,
  type SiwxTokens,
  siwxNonceAnswer,
  siwxNonceBody,
  siwxRefreshBody,
  siwxSession,
  siwxSessionAnswer,
  siwxTokensAnswer,
  siwxVerifyBody,
} from './gateway/siwx.js';
export { type WalletListing, walletListing, walletListingAnswer } from './gateway/walletListing.js';
export { isAppleRelayAddress } from './isAppleRelayAddress.js';
export { isBitcoinAddress } from './isBitcoinAddress.js';
export { isEvmAddress } from './isEvmAddress.js';
export { linkEnvironment, refusesBrowser } from './linkEnvironment.js';
export { matchesName } from './matchesName.js';
export { NoRpcUrlError } from './NoRpcUrlError.js';
export { NETWORK_NAMES } from './networkNames.js';
export { PROVIDER_NAMES } from './providerNames.js';
export { PUBLIC_RPC_URLS } from './publicRpcUrls.js';
export { receiptStatus } from './receiptStatus.js';
export { isFactor, shownUnits, unitsOfShown } from './shownUnits.js';
export { checkSiwxMessage, type SiwxExpectation, type SiwxProblem } from './siwx/checkSiwxMessage.js';
export { formatSiwxMessage } from './siwx/formatSiwxMessage.js';
export { parseSiwxMessage } from './siwx/parseSiwxMessage.js';
export type { SiwxMessage } from './siwx/SiwxMessage.js';
export { siwxMessageSchema } from './siwx/siwxMessageSchema.js';
export { solanaChainName } from './siwx/solanaChainName.js';
export {
  checkSessionOperation,
  SESSION_NONCE_KEY,
  sessionSignature,
} from './smartAccount/checkSessionOperation.js';
export { checkUserOperation, type UserOperationProblem } from './smartAccount/checkUserOperation.js';
export { failedOperation } from './smartAccount/failedOperation.js';
export { hashUserOperation } from './smartAccount/hashUserOperation.js';
export {
  gasLimitOf,
  MAX_OPERATION_GAS,
  operationFeeProblem,
  type PaymasterAnswer,
  paymasterAnswer,
} from './smartAccount/operationFee.js';
export {
  OPERATION_PROBLEMS,
  type OperationProblem,
  operationProblem,
} from './smartAccount/operationProblem.js';
export {
  findRegistered,
  isFunctionSignature,
  MAX_REGISTERED_FUNCTIONS,
  movesTokens,
  type PermittedFunctions,
  type RegisteredFunction,
  type RegisteredFunctions,
} from './smartAccount/registeredFunctions.js';
export {
  awaitSentUserOperation,
  lookUpUserOperation,
  type OperationServers,
  type RpcCaller,
  RpcRefusal,
  type SendUserOperationOptions,
  type SentUserOperation,
  type SubmitUserOperationOptions,
  sendUserOperation,
  sentUserOperation,
  submitUserOperation,
  type UserOperationOutcome,
} from './smartAccount/sendUserOperation.js';
export {
  encodeRemoveSession,
  encodeSessionGrant,
  isRemoveSession,
  isSessionsContract,
  type LowerLimits,
  lowerSessionGrant,
  MAX_GRANT_PERIODS,
  MAX_GRANT_SECONDS,
  readSessionContext,
  readSessionGrant,
  type SessionGrant,
  type SessionGrantProblem,
  type SessionPeriod,
  sessionContext,
  sessionGrantProblem,
  sessionPeriods,
  TRANSFER_SELECTOR,
  VALUE_SELECTOR,
} from './smartAccount/sessionGrant.js';
export { type SessionTerms, sessionTerms } from './smartAccount/sessionTerms.js';
export {
  SMART_ACCOUNT_V1,
  SMART_ACCOUNT_V1_CODE,
  type SmartAccountContract,
  smartAccountAddress,
  smartAccountFactoryData,
} from './smartAccount/smartAccountV1.js';
export {
  countSessionSetup,
  FALLBACK_HANDLER_SLOT,
  SMART_SESSIONS,
  type SmartSessionsContract,
  sessionSetupCalls,
} from './smartAccount/smartSessions.js';
export {
  type SignableOperation,
  signableOperation,
  type UserOperation,
  type UserOperationDraft,
  userOperation,
  userOperationDraft,
} from './smartAccount/userOperation.js';
export {
  type AccountCall,
  type AccountShape,
  accountShapeOf,
  encodeAccountCalls,
  MAX_ACCOUNT_CALLS,
  readAccountCalls,
} from './smartAccount/userOperationCalls.js';
export { decodeSs58, encodeSs58, ss58Address, ss58PrefixOf } from './ss58.js';
export { supportedNetworkIds } from './supportedNetworkIds.js';
export { fillSlots, findLocale, type Locale, localeDirection, matchLocale, sentenceParts } from './text.js';
export { isRefusedTransfer, type TokenTransfer, tokenTransfers } from './tokenTransfers.js';
export { urlUnder } from './urlUnder.js';
export { type PortalPageConfig, portalPageConfig } from './wallet/portalPageConfig.js';
export { PORTAL_PROJECT } from './wallet/portalProject.js';
export { WALLET_ERRORS, type WalletErrorCode } from './wallet/walletErrors.js';
export {
  doneAnswer,
  localeField,
  type P256PublicJwk,
  p256PublicJwk,
  type RecoveryMode,
  recoveryMode,
  walletUuid,
} from './wallet/walletFields.js';
export { WALLET_HEADERS } from './wallet/walletHeaders.js';
