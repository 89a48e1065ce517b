import { walletConnectError } from '../walletConnectError.js';

/** Contents of a pairing link: how to reach a first, private topic. */
export interface Pairing {
  /** 32 bytes as hex. */
  readonly topic: string;
  /** 32 bytes as hex. Anyone who has the link can read the proposal. */
  readonly symKey: string;
  /** Seconds since 1970; links of old pages don't have it. */
  readonly expiry?: number | undefined;
  /** What the page will request besides a session, for example `wc_sessionAuthenticate`. */
  readonly methods: readonly string[];
}

const LONGEST = 4_096;
const KEY = /^[0-9a-f]{64}$/;
const SECONDS = /^[0-9]{1,15}$/;

/** Builds a pairing link, `wc:{topic}@2?…` (WalletConnect core, pairing URI; ERC-1328). */
export function makePairingUri({ topic, symKey, expiry, methods }: Pairing): string {
  const query = [`relay-protocol=irn`, `symKey=${symKey}`];
  if (expiry !== undefined) query.push(`expiryTimestamp=${expiry}`);
  if (methods.length > 0) query.push(`methods=${methods.join(',')}`);
  return `wc:${topic}@2?${query.join('&')}`;
}

/** Parses a pairing link, including one with `wc://`. @throws WC_INVALID_URI */
export function parsePairingUri(uri: string): Pairing {
  const match = uri.length <= LONGEST ? /^wc:(?:\/\/)?([0-9a-f]{64})@2\?(\S+)$/.exec(uri.trim()) : null;
  const query = new URLSearchParams(match?.[2] ?? '');
  const topic = match?.[1];
  const symKey = query.get('symKey');
  const expiry = query.get('expiryTimestamp');
  const readable = expiry === null || SECONDS.test(expiry);
  if (!topic || !symKey || !KEY.test(symKey) || query.get('relay-protocol') !== 'irn' || !readable) {
    throw walletConnectError('WC_INVALID_URI', {
      details: 'Expected wc:{topic}@2?relay-protocol=irn&symKey={key}.',
    });
  }
  const methods = (query.get('methods') ?? '').split(/[,[\]]+/).filter(Boolean);
  return { topic, symKey, methods, ...(expiry === null ? {} : { expiry: Number(expiry) }) };
}
