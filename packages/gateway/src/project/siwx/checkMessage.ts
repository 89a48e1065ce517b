import { type SiwxMessage, ss58Address } from 'latchkit/protocol';
import { isAddress } from 'viem';
import { HttpError } from '../../platform/http/HttpError.js';
import type { AccountId } from '../chains/accountId.js';

/** Milliseconds by which a visitor's clock may be ahead. */
const SKEW = 60_000;

const ASCII = /^[\x21-\x7e]+$/;

/** The values that a message must match. */
export interface Expected {
  readonly account: AccountId;
  /** Origin of the page that sends it; undefined if no page does. */
  readonly origin: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Checks everything in a sign-in message that needs neither a database nor a chain: account, chain, domain, URI, version and
 * times.
 *
 * @throws HttpError 401 with one code per check.
 */
export function checkMessage(message: SiwxMessage, { account, origin, now }: Expected): void {
  const check = (holds: boolean, code: string, text: string) => {
    if (!holds) throw new HttpError(401, code, text);
  };
  check(message.version === '1', 'VERSION_MISMATCH', 'The message is of another version than 1');
  check(isSame(message.accountAddress, account), 'ACCOUNT_MISMATCH', 'The message is of another account');
  check(message.chainId === account.chainId, 'CHAIN_MISMATCH', 'The message is for another chain');
  const uri = ASCII.test(message.uri) && URL.canParse(message.uri) ? new URL(message.uri) : undefined;
  const page = uri?.protocol === 'https:' || uri?.protocol === 'http:' ? uri : undefined;
  check(page !== undefined && page.host === message.domain, 'URI_MISMATCH', 'The uri is not of the domain');
  if (message.scheme !== undefined) {
    check(page?.protocol === `${message.scheme}:`, 'URI_MISMATCH', 'The uri is not of the scheme');
  }
  if (origin !== undefined) {
    check(page?.origin === origin, 'DOMAIN_MISMATCH', 'The message is of another page than the request');
  }
  check(
    timeOf(message.issuedAt) <= now + SKEW,
    'MESSAGE_FROM_FUTURE',
    'The message was issued in the future',
  );
  if (message.expirationTime !== undefined) {
    check(timeOf(message.expirationTime) > now, 'MESSAGE_EXPIRED', 'The message has expired');
  }
  if (message.notBefore !== undefined) {
    check(timeOf(message.notBefore) <= now + SKEW, 'MESSAGE_NOT_YET_VALID', 'The message is not valid yet');
  }
}

function isSame(address: string, { namespace, chainId, address: expected }: AccountId): boolean {
  if (namespace === 'polkadot') return ss58Address(address, chainId) === expected;
  if (namespace !== 'eip155') return address === expected;
  return isAddress(address, { strict: false }) && address.toLowerCase() === expected.toLowerCase();
}

/** An invalid time is NaN, which fails every comparison and is thus refused. */
function timeOf(text: string): number {
  return Date.parse(text);
}
