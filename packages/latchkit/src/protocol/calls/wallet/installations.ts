import * as z from 'zod/mini';
import { doneAnswer, p256PublicJwk, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const registerInstallationCall = {
  method: 'POST',
  path: '/v1/installations',
  auth: 'firstProof',
  response: z.object({ installationId: walletUuid }),
} as const satisfies HttpCall;

/** The signing key is that of the proof. */
export const registerInstallationRequest = {
  call: registerInstallationCall,
  summary: 'Registers an installation',
  body: () =>
    z.strictObject({
      kind: z.enum(['frame', 'window']),
      /** Halves are sealed to this key (ECDH-ES). A later call replaces it. */
      encJwk: p256PublicJwk,
      /** The keys could not be stored, so they end with the page. */
      ephemeral: z.boolean(),
    }),
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;

export const listInstallationsCall = {
  method: 'GET',
  path: '/v1/installations',
  auth: 'session',
  /** Those that hold a share set and were not revoked. Times are ISO 8601. */
  response: z.object({
    installations: z.array(
      z.object({
        id: walletUuid,
        kind: z.enum(['frame', 'window']),
        hostOrigin: z.string(),
        /** Name of the browser, from its user agent. */
        browser: z.string(),
        createdAt: z.string(),
        lastSeenAt: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
} as const satisfies HttpCall;

export const listInstallationsRequest = {
  call: listInstallationsCall,
  summary: 'Installations of the user',
  errors: [],
} as const satisfies HttpRequest;

export const revokeInstallationCall = {
  method: 'DELETE',
  path: '/v1/installations/{id}',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

export const revokeInstallationRequest = {
  call: revokeInstallationCall,
  summary: 'Revokes an installation and its share set',
  params: () => z.object({ id: uuidParam() }),
  pathError: 'SHARE_NOT_FOUND',
  errors: ['RATE_LIMITED', 'SHARE_NOT_FOUND'],
} as const satisfies HttpRequest;
