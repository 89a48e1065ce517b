import type { IncomingMessage } from 'node:http';
import { type BaseErrorOptions, openRelayRequest, TOKEN_PROTOCOL } from 'latchkit/protocol';
import type { CallerAddress } from '../../platform/http/clientAddress.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import { allowsPage, type ProjectService } from '../projects/service.js';
import { isAudience } from './audience.js';
import { CLOSE } from './closeCodes.js';
import { relayToken } from './relayToken.js';

/** Query of a handshake. */
const relayQuery = openRelayRequest.query();

/** Facts about an admitted client. */
export interface Admitted {
  readonly client: string;
  readonly projectId: string;
  /** The client's network: an IPv4 address, or a /64 of IPv6. */
  readonly network: string;
}

/** A rejected handshake, with a status, and a close code for clients that request one. */
export class Refusal extends HttpError {
  readonly closeCode: number;

  constructor(
    status: HttpError['status'],
    closeCode: number,
    code: string,
    message: string,
    options: BaseErrorOptions = {},
  ) {
    super(status, code, message, options);
    this.closeCode = closeCode;
  }
}

export interface AdmissionParts {
  readonly projects: Pick<ProjectService, 'get'>;
  /** Public URLs of the relay; empty: the URL of each request. */
  readonly addresses: readonly string[];
  readonly address: CallerAddress;
  /** Counts handshakes as requests; undefined: they are not counted. */
  readonly limiter: RateLimiter | undefined;
  /** Handshakes per address and minute; 0: no limit. */
  readonly perAddress: number;
  readonly now: () => number;
}

/** Decides on a handshake. @throws HttpError; a `Refusal` has a close code. */
export type Admission = (request: IncomingMessage, query: URLSearchParams, from: string) => Promise<Admitted>;

/** The token of a handshake outside of its URL: in a header, which pages cannot set, or among the protocols. */
function tokenOf(headers: IncomingMessage['headers']): string | undefined {
  const protocols = headers['sec-websocket-protocol']?.split(',').map(one => one.trim()) ?? [];
  const own = protocols.find(one => one.startsWith(TOKEN_PROTOCOL));
  return headers.authorization?.replace(/^Bearer /, '') ?? own?.slice(TOKEN_PROTOCOL.length);
}

const TEXTS = {
  JWT_MISSING: 'Send a token as the query’s auth',
  JWT_MALFORMED: 'The token cannot be read',
  JWT_WRONG_AUDIENCE: 'The token was made for another relay',
  JWT_NOT_YET_VALID: 'The token begins later: check the clock',
  JWT_EXPIRED: 'The token is no longer valid',
  JWT_BAD_SIGNATURE: 'The token was not signed by its issuer',
} as const;

/** Checks in order of cost: the limit of the address, the token, the project. */
export function admission({ projects, addresses, limiter, perAddress, now }: AdmissionParts): Admission {
  return async ({ headers }, query, from) => {
    await limiter?.take('address', from, perAddress);
    const token = tokenOf(headers) ?? query.get('auth') ?? '';
    const answer = relayToken(token, audience => isAudience(audience, addresses, headers.host), now());
    if ('refused' in answer) {
      throw new Refusal(401, CLOSE.UNAUTHORIZED, answer.refused, TEXTS[answer.refused]);
    }
    const id = relayQuery.safeParse(Object.fromEntries(query));
    if (!id.success) throw new Refusal(400, CLOSE.FORBIDDEN, 'INVALID_QUERY', 'projectId is missing');
    const project = await projects.get(id.data.projectId).catch(error => {
      if (!(error instanceof HttpError)) throw error;
      const closeCode = error.status >= 500 ? CLOSE.OVERLOADED : CLOSE.FORBIDDEN;
      throw new Refusal(error.status, closeCode, error.code, error.message, { context: error.context });
    });
    if (!allowsPage(project, headers.origin)) {
      throw new Refusal(403, CLOSE.FORBIDDEN, 'ORIGIN_NOT_ALLOWED', 'The project does not allow this origin');
    }
    return { client: answer.client, projectId: project.id, network: from };
  };
}
