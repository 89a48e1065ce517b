import type { ChainId } from '../caip.js';

/** The sign-in message's fields (ERC-4361 and CAIP-122). Times are RFC 3339. */
export interface SiwxMessage {
  /** Host that requests the signature, with its port if it has one (RFC 3986 authority). */
  readonly domain: string;
  /** The account's address, without chain id. */
  readonly accountAddress: string;
  /** CAIP-2 id. The signed text on EVM contains its reference only. */
  readonly chainId: ChainId;
  /** RFC 3986 URI that the signature is for. */
  readonly uri: string;
  readonly version: string;
  /** At least 8 alphanumeric characters. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly statement?: string;
  readonly resources?: readonly string[];
  /** RFC 3986 scheme of the origin, if the message contains it. */
  readonly scheme?: string;
}
