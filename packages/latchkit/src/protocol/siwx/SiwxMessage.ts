import type { CaipNetworkId } from '../caip.js';

/** What a visitor signs to sign in [ENT-21]: the fields of ERC-4361 and CAIP-122. Times are RFC 3339. */
export interface SiwxMessage {
  /** Host, with its port where there is one, that asks for the signature (RFC 3986 authority). */
  readonly domain: string;
  /** The account's plain address. */
  readonly accountAddress: string;
  /** CAIP-2 id. The signed text of EVM carries its reference alone. */
  readonly chainId: CaipNetworkId;
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
  /** RFC 3986 scheme of the origin, where the message names it. */
  readonly scheme?: string;
}
