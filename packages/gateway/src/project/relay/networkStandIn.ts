import type { HttpError } from '../../platform/http/HttpError.js';
import { type Admission, Refusal } from './admission.js';
import { isAudience } from './audience.js';
import { CLOSE } from './closeCodes.js';
import { relayToken } from './relayToken.js';

/** The development project's id at the stand-in of the network. No gateway knows it, as the network knows no gateway's ids. */
export const DEVELOPMENT_NETWORK_ID = 'd0d0'.repeat(8);

/**
 * Rules of the WalletConnect network's relay, as published, read on 29 November 2026. Rates are not published, only that too many
 * requests end with 1013, and neither is the time after which a client is stale.
 *
 * @see https://docs.walletconnect.com/2.0/cloud/relay - ids, allowlist, 401, 403, close codes 1001, 4008, 4010
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth - token
 * @see https://github.com/blockscout/blockscout/issues/11610 - 3000 'Project not found' for pages
 * @see https://github.com/reown-com/web-examples/issues/168 - 3000 for a token from the future
 */
export const NETWORK_RULES = {
  /** Seconds by which a token may be early or late (relay_rpc, `JWT_VALIDATION_TIME_LEEWAY_SECS`). */
  clockTolerance: 120,
  /** Milliseconds until a socket without a subscription is stale. */
  staleAfter: 60_000,
  /** Handshakes per address and minute, our own choice. */
  perAddress: 60,
} as const;

export interface NetworkStandIn {
  /** The network's ids of projects. */
  readonly projectIds: readonly string[];
  /** Pages that may use them, beside those on this machine. Empty: any. */
  readonly origins?: readonly string[];
  /** URLs of the relay. Empty: that of each request. */
  readonly addresses: readonly string[];
  readonly now?: () => number;
}

/** Decides on handshakes as the network's relay does. */
export function networkAdmission(options: NetworkStandIn): Admission {
  const { projectIds, origins = [], addresses, now = Date.now } = options;
  const places = (host: string | undefined) => (addresses.length > 0 ? addresses : [`ws://${host ?? ''}`]);
  const handshakes = new Map<string, { minute: number; count: number }>();

  return async ({ headers }, query, from) => {
    countHandshake(handshakes, from, now());
    const id = query.get('projectId') ?? '';
    if (id === '') throw refused(401, 'INVALID_QUERY', 'Project ID is missing');
    const token = headers.authorization?.replace(/^Bearer /, '') ?? query.get('auth') ?? '';
    const isOwn = (audience: string) => isAudience(audience, places(headers.host), undefined);
    const answer = relayToken(token, isOwn, now(), NETWORK_RULES.clockTolerance);
    if ('refused' in answer) throw refused(401, answer.refused, 'JWT validation error');
    if (!projectIds.includes(id)) throw refused(401, 'PROJECT_NOT_FOUND', 'Project not found');
    const { origin } = headers;
    const isNear = origin === undefined || /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin);
    if (origins.length > 0 && !isNear && !origins.includes(origin)) {
      throw refused(403, 'ORIGIN_NOT_ALLOWED', 'Unauthorized: origin not allowed');
    }
    return { client: answer.client, projectId: id, network: from };
  };
}

function refused(status: HttpError['status'], code: string, message: string): Refusal {
  return new Refusal(status, CLOSE.UNAUTHORIZED, code, message);
}

function countHandshake(
  handshakes: Map<string, { minute: number; count: number }>,
  from: string,
  time: number,
): void {
  const minute = Math.floor(time / 60_000);
  const before = handshakes.get(from);
  const count = before?.minute === minute ? before.count + 1 : 1;
  if (before === undefined && handshakes.size > 1_000) handshakes.clear();
  handshakes.set(from, { minute, count });
  if (count <= NETWORK_RULES.perAddress) return;
  throw new Refusal(429, CLOSE.OVERLOADED, 'RATE_LIMITED', 'Too many requests');
}
