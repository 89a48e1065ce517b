/** The visitor refused (EIP-1193). */
export const USER_REJECTED = 4001;
/** The page may not do this (EIP-1193). */
export const UNAUTHORISED = 4100;
/** The wallet does not know the method (EIP-1193). */
export const UNSUPPORTED_METHOD = 4200;
/** The method does not exist (JSON-RPC). */
export const METHOD_NOT_FOUND = -32601;
/** A capability that is not optional is not supported (EIP-5792). */
export const UNSUPPORTED_CAPABILITY = 5700;
/** The wallet knows no batch with this id (EIP-5792). */
export const UNKNOWN_BATCH = 5730;
/** The visitor refused the upgrade that would let the account run calls as one (EIP-5792). */
export const UPGRADE_REJECTED = 5750;
/** The wallet cannot run calls as one (EIP-5792). */
export const NOT_ATOMIC = 5760;
/** The wallet does not know the chain. */
export const UNRECOGNISED_CHAIN = 4902;
/** A request of the page already waits in the wallet (EIP-1474: the resource is not available). */
export const REQUEST_WAITING = -32002;
/** The code of errors without a known one. */
export const DEFAULT_CODE = 5000;
/** The chain id is invalid. Positive, as in the product specification. */
export const INVALID_CHAIN_ID = 32603;
