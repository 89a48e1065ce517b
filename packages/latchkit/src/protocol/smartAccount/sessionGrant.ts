import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { checksumAddress } from '../checksumAddress.js';
import {
  type AbiPart,
  abiArray,
  abiBytes,
  abiFixedBytes,
  abiStatic,
  abiTuple,
  abiWord,
} from './abiEncoding.js';
import { findRegistered, type PermittedFunctions } from './registeredFunctions.js';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';
import { SMART_SESSIONS } from './smartSessions.js';
import { isTokenSelector } from './tokenFunctions.js';

type Hex = `0x${string}`;

/**
 * What a session key may do with a smart account. `native`: pay coins to `target`. `token`: transfer the token `target`. `call`: call
 * the function `selector` of `target`, without coins.
 */
export interface SessionGrant {
  readonly kind: 'native' | 'token' | 'call';
  /** Address of the session key. */
  readonly key: Hex;
  /**
   * Address of the deployment's key, which signs each operation as well, and only those that its own paymaster pays. Undefined in
   * grants from before there was one: their session key alone decides on the fee, and on who gets it.
   */
  readonly cosigner?: Hex | undefined;
  /** 32 bytes, of which the last one is 0. */
  readonly salt: Hex;
  readonly target: Hex;
  readonly selector: Hex;
  /** Maximum amount per period in base units; 0 for `call`. */
  readonly limit: bigint;
  /** When it begins and ends, in seconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** Seconds after which the limit starts again. The periods count from `start`; the last one may be shorter. */
  readonly period: number;
}

/**
 * Why a grant is refused. `KEY`: the session key is a key or a contract of the account, or the deployment's. `UNBOUNDED`: the
 * deployment does not sign its operations, so that the session key could spend the account's coins as fees. `TARGET`: it would let the key change the
 * account, or move tokens without a limit. `UNREGISTERED`: it is for a function that the project's owner has not registered. `LIMIT`: it
 * allows nothing, or has too many periods. `EXPIRY`: it has no end, or one more than 30 days after its start.
 */
export type SessionGrantProblem = 'KEY' | 'UNBOUNDED' | 'TARGET' | 'UNREGISTERED' | 'LIMIT' | 'EXPIRY';

/** Maximum duration of a grant in seconds. */
export const MAX_GRANT_SECONDS = 30 * 24 * 60 * 60;
/** Maximum number of periods: each is a session of its own on the chain. */
export const MAX_GRANT_PERIODS = 31;

/** `transfer(address,uint256)` */
export const TRANSFER_SELECTOR: Hex = '0xa9059cbb';
/** Smart Sessions' selector for a payment without data. */
export const VALUE_SELECTOR: Hex = '0xffffffff';

/** `enableSessions((address,bytes,bytes32,(address,bytes)[],((bytes32,string[])[],(address,bytes)[]),(bytes4,address,(address,bytes)[])[],bool)[])` */
const ENABLE_SESSIONS = '21712407';
/** `removeSession(bytes32)` */
const REMOVE_SESSION = 'f867b08e';

/** Addresses up to this one mean something else to Smart Sessions, or are precompiled contracts. */
const LAST_RESERVED = 0xffffn;

/** Contracts that a session key must not call. */
const OWN_CONTRACTS: readonly string[] = [
  ...Object.values(SMART_ACCOUNT_V1),
  ...Object.values(SMART_SESSIONS),
].map(address => address.toLowerCase());

/** Whether Smart Sessions or one of its contracts is called. */
export function isSessionsContract(address: string): boolean {
  return Object.values<string>(SMART_SESSIONS).some(one => one.toLowerCase() === address.toLowerCase());
}

/**
 * Checks a grant against the limits of the wallet.
 *
 * @param own - Addresses of the account and of its keys.
 * @param permitted - What the project's owner registered. Default: nothing, so that no function may be called.
 */
export function sessionGrantProblem(
  grant: SessionGrant,
  own: readonly string[],
  permitted: PermittedFunctions = { chainId: '', functions: [] },
): SessionGrantProblem | undefined {
  const { kind, key, cosigner, target, selector, limit, start, end, period } = grant;
  const refused = [...own.map(address => address.toLowerCase()), ...OWN_CONTRACTS];
  if ([...refused, cosigner?.toLowerCase()].includes(key.toLowerCase()) || BigInt(key) <= LAST_RESERVED)
    return 'KEY';
  if (cosigner === undefined || cosigner.toLowerCase() !== permitted.cosigner?.toLowerCase())
    return 'UNBOUNDED';
  if (refused.includes(target.toLowerCase()) || BigInt(target) <= LAST_RESERVED) return 'TARGET';
  const isOwnSelector =
    kind === 'call'
      ? !isTokenSelector(selector) && !/^0x(?:f{8}|0{7}[01])$/i.test(selector)
      : selector.toLowerCase() === (kind === 'token' ? TRANSFER_SELECTOR : VALUE_SELECTOR);
  if (!isOwnSelector) return 'TARGET';
  if (kind === 'call' && !findRegistered(permitted, grant)) return 'UNREGISTERED';
  if (kind === 'call' ? limit !== 0n : limit <= 0n || limit >= 2n ** 256n) return 'LIMIT';
  if (!(end > start) || end - start > MAX_GRANT_SECONDS || start < 0) return 'EXPIRY';
  if (!(period > 0) || period > end - start || countPeriods(grant) > MAX_GRANT_PERIODS) return 'LIMIT';
  return undefined;
}

/** The limits of a grant that a user lowers: an amount per period in base units, and the end in seconds since 1970. */
export interface LowerLimits {
  readonly limit?: bigint | undefined;
  readonly end: number;
}

/**
 * The grant with lower limits.
 *
 * @returns undefined if a limit would rise, or nothing would be left.
 */
export function lowerSessionGrant(grant: SessionGrant, lower: LowerLimits): SessionGrant | undefined {
  const { limit = grant.limit, end } = lower;
  if (limit > grant.limit || (limit <= 0n && grant.kind !== 'call')) return undefined;
  if (end > grant.end || end <= grant.start) return undefined;
  return { ...grant, limit, end, period: Math.min(grant.period, end - grant.start) };
}

/** One period of a grant, which is a session on the chain. */
export interface SessionPeriod {
  readonly permissionId: Hex;
  readonly salt: Hex;
  /** The first and the last second, since 1970. */
  readonly from: number;
  readonly until: number;
}

const countPeriods = ({ start, end, period }: SessionGrant) => Math.ceil((end - start) / period);

/** The periods of a grant in their order. */
export function sessionPeriods(grant: SessionGrant): readonly SessionPeriod[] {
  const { salt, start, end, period } = grant;
  const validator = [abiStatic(SMART_SESSIONS.keyValidator), abiBytes(keyData(grant))];
  return Array.from({ length: countPeriods(grant) }, (_, index) => {
    const own: Hex = `0x${salt.slice(2, 64)}${index.toString(16).padStart(2, '0')}`;
    return {
      permissionId: `0x${keccak(abiTuple([...validator, abiFixedBytes(own)]).digits)}` as const,
      salt: own,
      from: start + index * period,
      until: Math.min(start + (index + 1) * period, end) - 1,
    };
  });
}

/** The call of Smart Sessions that enables a grant. */
export function encodeSessionGrant(grant: SessionGrant): Hex {
  const sessions = sessionPeriods(grant).map(period => sessionOf(grant, period));
  return `0x${ENABLE_SESSIONS}${abiTuple([abiArray(sessions)]).digits}`;
}

/** The call of Smart Sessions that ends one period of a grant. */
export const encodeRemoveSession = ({ permissionId }: Pick<SessionPeriod, 'permissionId'>): Hex =>
  `0x${REMOVE_SESSION}${permissionId.slice(2)}`;

/** Whether a call of Smart Sessions only ends a session. */
export const isRemoveSession = (data: string) =>
  new RegExp(`^0x${REMOVE_SESSION}[0-9a-f]{64}$`, 'i').test(data);

/** `Session` of Smart Sessions 1.0: no ERC-1271 rights; whoever the deployment signs for may pay the fee. */
function sessionOf(grant: SessionGrant, { salt, from, until }: SessionPeriod): AbiPart {
  const { selector, target } = grant;
  const times = `0x${seconds(until)}${seconds(from)}`;
  const policy = (address: string, data: string) => abiTuple([abiStatic(address), abiBytes(data)]);
  const none = abiArray([]);
  return abiTuple([
    abiStatic(SMART_SESSIONS.keyValidator),
    abiBytes(keyData(grant)),
    abiFixedBytes(salt),
    abiArray([policy(SMART_SESSIONS.timeFrame, times)]),
    abiTuple([none, none]),
    abiArray([
      abiTuple([
        abiFixedBytes(selector),
        abiStatic(target),
        abiArray([policy(policyOf(grant), limitData(grant))]),
      ]),
    ]),
    abiStatic(1),
  ]);
}

const policyOf = ({ kind }: SessionGrant) =>
  kind === 'token' ? SMART_SESSIONS.spendingLimit : SMART_SESSIONS.valueLimit;

/** The policy refuses a limit of 0, so a function may be called with one wei in all. */
function limitData({ kind, target, limit }: SessionGrant): string {
  if (kind !== 'token') return `0x${abiWord(kind === 'call' ? 1 : limit)}`;
  return `0x${abiTuple([abiArray([abiStatic(target)]), abiArray([abiStatic(limit)])]).digits}`;
}

/** Owners who all sign. The validator wants them in order, and takes no signature if they are not. */
function keyData({ key, cosigner }: Pick<SessionGrant, 'key' | 'cosigner'>): string {
  const owners = [key, ...(cosigner ? [cosigner] : [])].sort((one, other) =>
    BigInt(one) < BigInt(other) ? -1 : 1,
  );
  return `0x${abiTuple([abiStatic(owners.length), abiArray(owners.map(abiStatic))]).digits}`;
}

const seconds = (time: number) => time.toString(16).padStart(12, '0');
const keccak = (digits: string) => bytesToHex(keccak_256(hexToBytes(digits)));

const WORD = 64;
/** Places in an encoded session, in words; with a spending limit it is longer. */
const PLACES = { salt: 2, owners: 11, times: 18, selector: 25, target: 26, policy: 30, value: 33, spent: 38 };

/**
 * Reads the grant in a call of Smart Sessions.
 *
 * @param cosigner - The deployment's key: the call does not say which of the two keys that is.
 * @returns undefined if it is anything but {@link encodeSessionGrant} of a grant whose operations this key signs as well.
 */
export function readSessionGrant(data: string, cosigner: string | undefined): SessionGrant | undefined {
  if (cosigner === undefined) return undefined;
  const digits = data.slice(2).toLowerCase();
  if (!digits.startsWith(ENABLE_SESSIONS) || !/^[0-9a-f]+$/.test(digits)) return undefined;
  const word = (index: number) => digits.slice(8 + index * WORD, 8 + (index + 1) * WORD);
  const count = Number(`0x${word(1)}`);
  if (!(count >= 1 && count <= MAX_GRANT_PERIODS)) return undefined;
  const first = 2 + count;
  const isToken = isSame(word(first + PLACES.policy), SMART_SESSIONS.spendingLimit);
  const size = (isToken ? PLACES.spent : PLACES.value) + 1;
  const timesOf = (index: number) => {
    const times = word(first + index * size + PLACES.times);
    return { until: Number(`0x${times.slice(0, 12)}`), from: Number(`0x${times.slice(12, 24)}`) };
  };
  const [{ from, until }, last] = [timesOf(0), timesOf(count - 1)];
  const selector: Hex = `0x${word(first + PLACES.selector).slice(0, 8)}`;
  const call = selector === VALUE_SELECTOR ? 'native' : 'call';
  const kind = isToken ? 'token' : call;
  const limit = word(first + (isToken ? PLACES.spent : PLACES.value));
  if (limit.length < WORD) return undefined;
  const owners = [word(first + PLACES.owners), word(first + PLACES.owners + 1)];
  const grant: SessionGrant = {
    ...{ kind, selector },
    key: addressOf(owners.find(owner => !isSame(owner, cosigner)) ?? cosigner),
    cosigner: checksumAddress(cosigner),
    salt: `0x${word(first + PLACES.salt)}`,
    target: addressOf(word(first + PLACES.target)),
    limit: kind === 'call' ? 0n : BigInt(`0x${limit}`),
    ...{ start: from, end: last.until + 1, period: until + 1 - from },
  };
  const isPeriodic = grant.period > 0 && countPeriods(grant) === count;
  return isPeriodic && encodeSessionGrant(grant) === `0x${digits}` ? grant : undefined;
}

const addressOf = (word: string): Hex => checksumAddress(`0x${word.slice(-40)}`);
const isSame = (word: string, address: string) => word === abiWord(address);

/** First byte of a context, without and with the deployment's key. */
const CONTEXT_VERSIONS = ['01', '02'] as const;
const KINDS = ['native', 'token', 'call'] as const;
const CONTEXT =
  /^0x(?:01(?=.{254}$)|02(?=.{294}$))(0[0-2])([0-9a-f]{40})([0-9a-f]{64})([0-9a-f]{40})([0-9a-f]{8})([0-9a-f]{64})([0-9a-f]{12})([0-9a-f]{12})([0-9a-f]{12})([0-9a-f]{40})?$/;

/** The `context` of a grant (ERC-7715): what its page needs to use it. */
export function sessionContext(grant: SessionGrant): Hex {
  const { kind, key, cosigner, salt, target, selector, limit, start, end, period } = grant;
  const parts = [
    KINDS.indexOf(kind).toString(16).padStart(2, '0'),
    ...[key, salt, target, selector].map(value => value.slice(2).toLowerCase()),
    abiWord(limit),
    ...[start, end, period].map(seconds),
    cosigner?.slice(2).toLowerCase() ?? '',
  ];
  return `0x${CONTEXT_VERSIONS[cosigner ? 1 : 0]}${parts.join('')}`;
}

/** Reads the grant in a `context`. @returns undefined if it is not of this wallet. */
export function readSessionContext(context: string): SessionGrant | undefined {
  const found = CONTEXT.exec(context.toLowerCase());
  if (!found) return undefined;
  const [, kind, key, salt, target, selector, limit, start, end, period, cosigner] = found;
  const grant: SessionGrant = {
    kind: KINDS[Number(kind)] ?? 'call',
    key: checksumAddress(`0x${key}`),
    salt: `0x${salt}`,
    target: checksumAddress(`0x${target}`),
    selector: `0x${selector}`,
    limit: BigInt(`0x${limit}`),
    start: Number(`0x${start}`),
    end: Number(`0x${end}`),
    period: Number(`0x${period}`),
    ...(cosigner && { cosigner: checksumAddress(`0x${cosigner}`) }),
  };
  // Its sessions are made one by one, and 48 bits have room for any number of them.
  const count = countPeriods(grant);
  return count >= 1 && count <= MAX_GRANT_PERIODS ? grant : undefined;
}
