import * as z from 'zod/mini';
import { doneAnswer, p256PublicJwk, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { FRESH_CODE_ERRORS, freshCode } from './portal.js';

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
  auth: 'portal',
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
        /**
         * How it got its share set: it created the wallet; it recovered it; another installation vouched for it; it recovered it with a
         * passkey.
         */
        origin: z.enum(['created', 'recovered', 'vouched', 'passkey']),
        /** Added after the calling one, and not confirmed yet. */
        isNew: z.boolean(),
        isCurrent: z.boolean(),
      }),
    ),
    /**
     * Those whose share sets the service withdrew, because a login of someone else may have added them, and that have none since.
     * Without page and browser, one is no longer stored.
     */
    withdrawn: z.array(
      z.object({
        id: walletUuid,
        hostOrigin: z.nullable(z.string()),
        browser: z.nullable(z.string()),
        addedAt: z.string(),
        withdrawnAt: z.string(),
      }),
    ),
  }),
} as const satisfies HttpCall;

export const listInstallationsRequest = {
  call: listInstallationsCall,
  summary: 'Installations of the user',
  errors: [],
} as const satisfies HttpRequest;

export const confirmInstallationCall = {
  method: 'POST',
  path: '/v1/installations/{id}/confirm',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Changes nothing unless the calling installation holds a share set and is older. */
export const confirmInstallationRequest = {
  call: confirmInstallationCall,
  summary: 'Confirms that a new installation belongs to the user',
  params: () => z.object({ id: uuidParam() }),
  errors: [],
} as const satisfies HttpRequest;

export const revokeInstallationCall = {
  method: 'POST',
  path: '/v1/installations/{id}/revoke',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

export const revokeInstallationRequest = {
  call: revokeInstallationCall,
  summary: 'Revokes an installation: ends its sessions and deletes its share set',
  params: () => z.object({ id: uuidParam() }),
  /** Revoking the calling installation itself ("forget this device") needs no code. */
  body: () => z.strictObject({ code: freshCode() }),
  pathError: 'SHARE_NOT_FOUND',
  errors: [...FRESH_CODE_ERRORS, 'RATE_LIMITED', 'SHARE_NOT_FOUND'],
} as const satisfies HttpRequest;
