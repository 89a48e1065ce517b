import { namespaceOf } from '../caip.js';
import { parseDateTime } from './parseDateTime.js';
import type { SiwxMessage } from './SiwxMessage.js';

/** What a service expects of a message. Everything is compared as a whole: no part of a text is ever enough. */
export interface SiwxExpectation {
  /** Host of the page, with its port where there is one. */
  readonly domain: string;
  /** The exact URI. */
  readonly uri?: string;
  /** The origin that the URI, and the scheme where the message names one, must be of, for example `https://app.example`. */
  readonly origin?: string;
  readonly nonce: string;
  /** CAIP-2. */
  readonly chainId: string;
  /** The account's plain address; on EVM in any case. */
  readonly accountAddress: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The first expectation that a message does not meet. */
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
 * Whether a parsed message says what is expected of it at this time. The signature is another matter.
 *
 * @returns The first problem; undefined when there is none.
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
  // Written so that a time which is none refuses.
  if (expirationTime !== undefined && !(now < (parseDateTime(expirationTime) ?? 0))) return 'expired';
  if (notBefore !== undefined && !(now >= (parseDateTime(notBefore) ?? Infinity))) return 'notYetValid';
  return undefined;
}

function isSameAddress({ accountAddress, chainId }: SiwxMessage, expected: string): boolean {
  if (accountAddress === expected) return true;
  return namespaceOf(chainId) === 'eip155' && accountAddress.toLowerCase() === expected.toLowerCase();
}

function originOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).origin : undefined;
}
