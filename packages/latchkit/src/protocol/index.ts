export {
  BaseError,
  type BaseErrorOptions,
  type ErrorContext,
  isError,
  type LatchkitError,
} from './BaseError.js';
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
export { InvalidCaipAddressError, InvalidCaipNetworkIdError } from './caipErrors.js';
export { checksumAddress } from './checksumAddress.js';
export type { ErrorCode } from './ErrorCode.js';
export { AdapterForNamespaceError } from './earlyError.js';
export {
  type CatalogueCode,
  catalogueError,
  ERROR_MESSAGES,
} from './errors.js';
export { allowsOrigin, LOCAL_ORIGINS } from './frame/allowsOrigin.js';
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
export { framePolicy, frameTimeout } from './frame/framePolicy.js';
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
export {
  type AnalyticsEvent,
  analyticsAnswer,
  analyticsBody,
  analyticsEvent,
  analyticsProps,
  MAX_ANALYTICS_BATCH,
} from './gateway/analytics.js';
export { analyticsConfigAnswer } from './gateway/analyticsConfig.js';
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
export { fungiblePriceBody } from './gateway/fungiblePriceBody.js';
export {
  type AccountTransaction,
  accountHistoryAnswer,
  accountTransaction,
  type TransactionTransfer,
  transactionTransfer,
} from './gateway/history.js';
export { MAX_PRICED_TOKENS } from './gateway/maxPricedTokens.js';
export { type Profile, profileAnswer, profileErrorAnswer } from './gateway/profile.js';
export {
  allowedOriginsAnswer,
  gatewayErrorAnswer,
  type ProjectConfigAnswer,
  projectConfigAnswer,
} from './gateway/projectConfig.js';
export {
  type AccountSession,
  accountSession,
  accountSessionsAnswer,
  revokeSessionAnswer,
  revokeSessionBody,
  revokeSessionMessage,
} from './gateway/sessions.js';
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
export { isEvmAddress } from './isEvmAddress.js';
export { matchesName } from './matchesName.js';
export { NoRpcUrlError } from './NoRpcUrlError.js';
export { PUBLIC_RPC_URLS } from './publicRpcUrls.js';
export { checkSiwxMessage, type SiwxExpectation, type SiwxProblem } from './siwx/checkSiwxMessage.js';
export { formatSiwxMessage } from './siwx/formatSiwxMessage.js';
export { parseSiwxMessage } from './siwx/parseSiwxMessage.js';
export type { SiwxMessage } from './siwx/SiwxMessage.js';
export { siwxMessageSchema } from './siwx/siwxMessageSchema.js';
export { solanaChainName } from './siwx/solanaChainName.js';
export { supportedNetworkIds } from './supportedNetworkIds.js';
export {
  deviceShareBody,
  enrolBody,
  recoveryHalfAnswer,
  recoveryHalfBody,
  rekeyBody,
  shareAnswer,
  type WalletAccount,
  type WalletAddresses,
  walletAccount,
  walletAddresses,
  walletCommitAnswer,
  walletCommitBody,
  walletDraftAnswer,
  walletDraftBody,
  walletHalf,
  walletHalves,
  walletProofText,
} from './wallet/custody.js';
export {
  emailOtpAnswer,
  emailOtpBody,
  emailStartAnswer,
  emailStartBody,
  emailVerifyAnswer,
  emailVerifyBody,
  sessionAnswer,
  tokenRefreshAnswer,
  tokenRefreshBody,
  type WalletSession,
  type WalletUser,
  walletSession,
  walletUser,
} from './wallet/emailSignIn.js';
export {
  EMAIL_CONSENT_TYPE,
  type EmailConsentClaims,
  emailCommitAnswer,
  emailCommitBody,
  emailConsentAnswer,
  emailConsentBody,
  emailConsentClaims,
  emailSendAnswer,
  emailSendBody,
  emailUpdateAnswer,
  emailUpdateBody,
  emailUpdateVerifyAnswer,
  emailUpdateVerifyBody,
  vaultEmailCommitBody,
  vaultEmailPrepareAnswer,
  vaultEmailPrepareBody,
  vaultEmailSendBody,
  vaultEmailVerifyAnswer,
} from './wallet/emailUpdate.js';
export {
  doneAnswer,
  installationAnswer,
  installationBody,
  installationListing,
  installationsAnswer,
} from './wallet/installations.js';
export { mailboxAnswer, mailboxBody, mailboxId } from './wallet/mailbox.js';
export { type ListedToken, listedTokensAnswer } from './wallet/tokens.js';
export {
  approvalAnswer,
  approvalBody,
  approvalDecideAnswer,
  approvalDecideBody,
  approvalLookAnswer,
  approvalLookBody,
  approvalStateAnswer,
  codeGrantAnswer,
  codeGrantBody,
  freezeAnswer,
  freezeBody,
  freezeLinkAnswer,
  freezeLinkBody,
  freezeOrderAnswer,
  freezeOrderBody,
  recoveryConfirmBody,
  recoveryPutAnswer,
  recoveryPutBody,
  recoveryReleaseAnswer,
  recoveryReleaseBody,
} from './wallet/vault.js';
export { WALLET_ERRORS, type WalletErrorCode } from './wallet/walletErrors.js';
export {
  type P256PublicJwk,
  p256PublicJwk,
  type WalletLocale,
  walletLocale,
  walletUuid,
} from './wallet/walletFields.js';
export { WALLET_HEADERS } from './wallet/walletHeaders.js';
