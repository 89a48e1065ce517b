import type { Context, MiddlewareHandler } from 'hono';
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose';
import { p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { boundedMap } from '../../platform/boundedMap.js';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import { knownCaller, stranger } from '../../platform/http/fairBudget.js';
import { HttpError } from '../../platform/http/HttpError.js';
import { type RateLimits, rateBudget } from '../../platform/http/rateBudget.js';
import { incomingOf, type Traffic } from '../../platform/http/traffic.js';
import { dpopToken } from './dpopToken.js';

/** Requests per minute, whatever they are for. */
const REQUESTS: RateLimits = { address: 6_000, wide: 18_000, project: 120_000, all: 120_000 };
/** Stored proofs per minute; each is a row for ten minutes. */
const PROOFS: RateLimits = { address: 3_000, wide: 9_000, project: 60_000, all: 60_000 };
/** Installations that are remembered to be logged in. */
const MOST_KNOWN = 20_000;

/** Finds the thumbprint of the installation that an access token was issued to; undefined for a token that is not valid. */
export type TokenHolder = (token: string) => Promise<string | undefined>;

/**
 * Limits of all calls of the wallet service and the vault, before anything is read or stored for them. Logged-in installations are
 * counted for themselves, so that a flood from their network does not refuse them.
 */
export interface CallerLimits {
  /** Counts every request for its address. @throws HttpError 429 `RATE_LIMITED`. */
  readonly arrivals: MiddlewareHandler;
  /**
   * Counts a proof, whose signature is right, before it is stored.
   *
   * @throws HttpError 429 `RATE_LIMITED`, or 503 `SERVER_BUSY`.
   */
  prove(context: Context, jkt: string): Promise<void>;
  /** Remembers an installation that has proved a login. */
  know(context: Context, jkt: string): void;
}

export interface CallerLimitsOptions {
  readonly address: ClientAddress;
  /** Default: requests in progress are not counted. */
  readonly traffic: Pick<Traffic, 'know'> | undefined;
  readonly holderOf: TokenHolder;
  /** Multiplies the limits: 10 in development. */
  readonly factor: number;
  /** Installations that have proved a login; both services of a process share them. */
  readonly known: KnownInstallations;
  /** Receives the kind of each refusal. */
  readonly refused: (kind: string) => void;
}

/** Thumbprints of installations that have proved a login. */
export interface KnownInstallations {
  has(jkt: string): boolean;
  add(jkt: string): void;
}

/** Remembers the most recent installations. */
export function knownInstallations(): KnownInstallations {
  const seen = boundedMap<true>(MOST_KNOWN);
  return { has: jkt => seen.get(jkt) === true, add: jkt => seen.get(jkt) ?? seen.add(jkt, true) };
}

export function callerLimits(options: CallerLimitsOptions): CallerLimits {
  const { address, traffic, holderOf, factor, known, refused } = options;
  const requests = rateBudget(times(REQUESTS, factor));
  const proofs = rateBudget(times(PROOFS, factor));
  const ofAddress = (context: Context) => stranger(address(context));
  const isLoggedIn = async (context: Context, jkt: string) => {
    if (known.has(jkt)) return true;
    const token = dpopToken(context);
    return token !== undefined && (await holderOf(token)) === jkt;
  };
  return {
    async arrivals(context, next) {
      // The other service of this process.
      if (incomingOf(context) === undefined) return next();
      const wait = requests.take(ofAddress(context));
      if (wait === undefined) return next();
      // Only now, because it costs more than most requests.
      const jkt = await claimedKey(context);
      if (jkt !== undefined && (await isLoggedIn(context, jkt))) return next();
      refused('address at the wallet');
      throw limited(wait);
    },
    async prove(context, jkt) {
      const isKnown = await isLoggedIn(context, jkt);
      const wait = proofs.take(isKnown ? knownCaller(jkt) : ofAddress(context));
      if (wait !== undefined) {
        refused('proofs');
        throw limited(wait);
      }
      if (isKnown) traffic?.know(context, jkt);
    },
    know(context, jkt) {
      known.add(jkt);
      traffic?.know(context, jkt);
    },
  };
}

function times(limits: RateLimits, factor: number): RateLimits {
  const { address, wide, project, all } = limits;
  return { address: address * factor, wide: wide * factor, project: project * factor, all: all * factor };
}

function limited(retryAfter: number): HttpError {
  return new HttpError(429, 'RATE_LIMITED', 'Too many requests', { context: { retryAfter } });
}

/** Maximum length of a proof in characters. */
const MAX_PROOF = 4_096;
const header = z.object({ jwk: p256PublicJwk });

/** Thumbprint of the key that a proof names. Its signature is verified later. */
async function claimedKey(context: Context): Promise<string | undefined> {
  const proof = context.req.header('DPoP');
  if (proof === undefined || proof.length > MAX_PROOF) return undefined;
  try {
    return await calculateJwkThumbprint(z.parse(header, decodeProtectedHeader(proof)).jwk);
  } catch {
    return undefined;
  }
}
