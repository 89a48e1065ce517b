import { namespaceOf } from '../caip.js';
import { parseUrl } from '../parseUrl.js';
import { parseDateTime } from './parseDateTime.js';
import type { SiwxMessage } from './SiwxMessage.js';

/** What a service expects of a message. Every value is compared as a whole, never by a prefix or substring. */
export interface SiwxExpectation {
  /** The page's host, with its port if it has one. */
  readonly domain: string;
  /** The exact URI. */
  readonly uri?: string;
  /** The required origin of the URI, and of the scheme if the message contains one, for example `https://app.example`. */
  readonly origin?: string;
  readonly nonce: string;
  /** CAIP-2. */
  readonly chainId: string;
  /** The account's address, without chain id; case-insensitive on EVM. */
  readonly accountAddress: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The first unmet expectation. */
export type SiwxProblem =
  | 'domain'
  | 'uri'
  | 'scheme'
  | 'nonce'
  | 'chainId'
  | 'accountAddress'
  | 'issuedAt'
  | 'expired'
  | 'notYetValid';

/**
 * Checks a parsed message against the expectations at a time. Does not verify the signature.
 *
 * @returns The first problem, or undefined if the message is valid.
 */
export function checkSiwxMessage(message: SiwxMessage, expected: SiwxExpectation): SiwxProblem | undefined {
  if (message.domain !== expected.domain) return 'domain';
  if (expected.uri !== undefined && message.uri !== expected.uri) return 'uri';
  if (expected.origin !== undefined) {
    if (originOf(message.uri) !== expected.origin) return 'uri';
    const { scheme } = message;
    if (scheme !== undefined && `${scheme}://${message.domain}` !== expected.origin) return 'scheme';
  }
  if (message.nonce !== expected.nonce) return 'nonce';
  if (message.chainId !== expected.chainId) return 'chainId';
  if (!isSameAddress(message, expected.accountAddress)) return 'accountAddress';
  return checkTimes(message, expected.now);
}

function checkTimes(message: SiwxMessage, now: number): SiwxProblem | undefined {
  if (parseDateTime(message.issuedAt) === undefined) return 'issuedAt';
  const { expirationTime, notBefore } = message;
  // Written so that an invalid time is rejected.
  if (expirationTime !== undefined && !(now < (parseDateTime(expirationTime) ?? 0))) return 'expired';
  if (notBefore !== undefined && !(now >= (parseDateTime(notBefore) ?? Infinity))) return 'notYetValid';
  return undefined;
}

function isSameAddress({ accountAddress, chainId }: SiwxMessage, expected: string): boolean {
  if (accountAddress === expected) return true;
  return namespaceOf(chainId) === 'eip155' && accountAddress.toLowerCase() === expected.toLowerCase();
}

function originOf(uri: string): string | undefined {
  return parseUrl(uri)?.origin;
}
