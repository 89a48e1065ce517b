import * as z from 'zod/mini';
import { p256PublicJwk, walletUuid } from './walletFields.js';

/** Body of `POST /v1/installations`: the keys of this storage partition. The signing key is that of the proof. */
export const installationBody = z.strictObject({
  kind: z.enum(['frame', 'window']),
  /** Halves are sealed to this key (ECDH-ES). Sent again it replaces the one before. */
  encJwk: p256PublicJwk,
  /** The keys could not be stored: they end with the page. */
  ephemeral: z.boolean(),
});

/** Answer of `POST /v1/installations`. */
export const installationAnswer = z.object({ installationId: walletUuid });

/** One installation of the signed-in user. Times are ISO 8601. */
export const installationListing = z.object({
  id: walletUuid,
  kind: z.enum(['frame', 'window']),
  hostOrigin: z.string(),
  /** What the browser calls itself. */
  browser: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});

/** Answer of `GET /v1/installations`: those that hold a set and were not revoked. */
export const installationsAnswer = z.object({ installations: z.array(installationListing) });

/** Answer of a call that has nothing to say. */
export const doneAnswer = z.object({});
