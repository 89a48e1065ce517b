import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { BaseError } from 'latchkit/protocol';
import type { Log } from '../jsonLog.js';

/** Finds the address of the caller. */
export type ClientAddress = (context: Context) => string;

/** Used when the server doesn't know the address: all such callers share one limit. */
const UNKNOWN = 'unknown';

/** Finds the address of the caller from the socket's address and the `X-Forwarded-For` header. */
export type CallerAddress = (remote: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Finds the address of the caller. `X-Forwarded-For` is read from its end, and the first address that isn't a trusted
 * proxy is the caller's: entries before it may be forged. An entry may have a port, brackets and quotes, as in RFC 7239.
 *
 * @param trustedProxies - Addresses or networks (`10.0.0.0/8`, `fd00::/8`); `loopback` for this machine.
 * @param log - Is told once that a trusted proxy sends what cannot be read: all of its callers then share one limit.
 * @returns the IPv4 address, or the /64 network of an IPv6 address, because a caller controls its whole /64.
 * @throws BaseError `INVALID_SETTING` for an invalid address.
 */
export function clientAddress(trustedProxies: readonly string[], log?: Log): ClientAddress {
  let isKnown = log === undefined;
  const find = callerAddress(trustedProxies, network, () => {
    if (!isKnown) log?.('warn', 'forwarded_address_unreadable', { setting: 'LATCHKIT_TRUSTED_PROXIES' });
    isKnown = true;
  });
  return context => find(socketAddress(context), context.req.header('X-Forwarded-For'));
}

/** Finds the caller's whole IP address as `clientAddress` does; undefined if it is not known. */
export function clientIp(trustedProxies: readonly string[]): (context: Context) => string | undefined {
  const find = callerAddress(trustedProxies, address => address);
  return context => {
    const address = find(socketAddress(context), context.req.header('X-Forwarded-For'));
    return isIP(address) === 0 ? undefined : address;
  };
}

/**
 * Like `clientAddress`, for code without a request context.
 *
 * @param form - The part of the address to return. Default: the /64 network of an IPv6 address.
 * @param onUnreadable - Called for an entry of a trusted proxy that is no address.
 */
export function callerAddress(
  trustedProxies: readonly string[],
  form: (address: string) => string = network,
  onUnreadable: () => void = () => {},
): CallerAddress {
  const isTrusted = isTrustedProxy(trustedProxies);
  return (remote = UNKNOWN, forwardedFor = '') => {
    let address = plain(remote);
    if (!isTrusted(address)) return form(address);
    for (const hop of forwardedFor
      .split(',')
      .map(part => plain(withoutPort(part.trim())))
      .reverse()) {
      if (isIP(hop) === 0) {
        if (forwardedFor !== '') onUnreadable();
        break;
      }
      address = hop;
      if (!isTrusted(hop)) break;
    }
    return form(address);
  };
}

/** Creates the test whether an address is a trusted proxy's. @throws BaseError `INVALID_SETTING`. */
export function isTrustedProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = blockList(trustedProxies);
  return given => {
    const address = plain(given);
    // Most gateways have no proxy in front, so skip the comparison.
    const family = trustedProxies.length === 0 ? 0 : isIP(address);
    return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function socketAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined;
  }
}

/** The address of `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]` and `"192.0.2.1"`. */
function withoutPort(entry: string): string {
  const bare = /^"(.*)"$/.exec(entry)?.[1] ?? entry;
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(bare)?.[1] ?? bare;
}

/** Removes the IPv6 prefix: a dual-stack socket reports an IPv4 address as `::ffff:192.0.2.1`. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4');
      list.addAddress('::1', 'ipv6');
      continue;
    }
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.test(prefix) ? prefix : Number.NaN);
    if (family === 0 || !(length <= bits)) {
      throw new BaseError('INVALID_SETTING', `'${entry}' is not an address of a trusted proxy`);
    }
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
