import * as z from 'zod/mini';
import { doneAnswer, p256PublicJwk, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { FRESH_CODE_ERRORS, freshCode, passkeyUse } from './portal.js';

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
  /**
   * Revoking the calling installation itself ("forget this device") needs no code, and may be done by a new one, too: it loses
   * nothing that its browser could not delete.
   */
  body: () => z.strictObject({ code: freshCode(), passkeyGrant: passkeyUse() }),
  pathError: 'SHARE_NOT_FOUND',
  errors: [
    ...FRESH_CODE_ERRORS,
    'GRANT_INVALID',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'SHARE_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const readRevocationCall = {
  method: 'POST',
  path: '/v1/installations/revoked',
  auth: 'proof',
  response: z.object({
    /** Null: the calling installation was not revoked in the last 30 days, or was too new to object. */
    revocation: z.nullable(
      z.object({
        /** Times are ISO 8601. */
        revokedAt: z.string(),
        /** A deletion that was asked for since, and that this installation may stop. */
        deletesAt: z.nullable(z.string()),
        canFreeze: z.boolean(),
      }),
    ),
  }),
} as const satisfies HttpCall;

/** It has no session any more, so its key alone counts. */
export const readRevocationRequest = {
  call: readRevocationCall,
  summary: 'What a revoked installation may still stop',
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;

export const objectToDeletionCall = {
  method: 'POST',
  path: '/v1/installations/revoked/keep',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** Once after each revocation. What a passkey confirmed goes on. */
export const objectToDeletionRequest = {
  call: objectToDeletionCall,
  summary: 'Stops a deletion that was asked for with or after the revocation of the calling installation',
  errors: ['RATE_LIMITED', 'SHARE_NOT_FOUND'],
} as const satisfies HttpRequest;

export const freezeRevokedCall = {
  method: 'POST',
  path: '/v1/installations/revoked/freeze',
  auth: 'proof',
  /** End of the freeze, ISO 8601. */
  response: z.object({ until: z.string() }),
} as const satisfies HttpCall;

/** Once after each revocation. */
export const freezeRevokedRequest = {
  call: freezeRevokedCall,
  summary: 'Freezes the wallet for a revoked installation',
  errors: ['PEER_UNAVAILABLE', 'RATE_LIMITED', 'SHARE_NOT_FOUND', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;
