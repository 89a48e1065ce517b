import * as z from 'zod/mini';
import {
  base64urlText,
  boundedText,
  compactToken,
  doneAnswer,
  recoveryMode,
  uuidParam,
  walletUuid,
  wrappedHalf,
} from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

/** Recovery delays that a user can choose, in hours. */
export const RECOVERY_DELAYS = [0, 24, 72] as const;

const recoveryDelay = z.literal(RECOVERY_DELAYS);

/** A recovery delay in hours. */
export type RecoveryDelay = (typeof RECOVERY_DELAYS)[number];

/** Transports of WebAuthn; unknown ones are dropped. */
const transports = z.array(boundedText(32)).check(z.maxLength(8));

/** A public-key credential as `PublicKeyCredential.toJSON` writes it (WebAuthn, 5.1). Without the output of the extension `prf`. */
const credentialJson = <Response extends z.core.$ZodType>(response: Response) =>
  z.strictObject({
    id: base64urlText(1_400),
    rawId: base64urlText(1_400),
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.strictObject({}),
  });

const bytes = (limit = 16_384) => base64urlText(limit);

/** The browser's response to the creation of a passkey. */
export const passkeyRegistration = () =>
  credentialJson(
    z.strictObject({
      clientDataJSON: bytes(),
      attestationObject: bytes(),
      transports: z.optional(transports),
    }),
  );

/** The browser's response to the use of a passkey. */
export const passkeyAssertion = () =>
  credentialJson(z.strictObject({ clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes() }));

/** The browser's response to the creation of a passkey. */
export type PasskeyRegistration = z.infer<ReturnType<typeof passkeyRegistration>>;

/** The browser's response to the use of a passkey. */
export type PasskeyAssertion = z.infer<ReturnType<typeof passkeyAssertion>>;

/** What a page needs to use one of the wallet's passkeys. */
export const passkeyQuestion = z.object({
  /** Valid for five minutes, for one use. */
  challenge: z.string(),
  rpId: z.string(),
  passkeys: z.array(
    z.object({
      id: walletUuid,
      credentialId: z.string(),
      transports: z.array(z.string()),
      /** Input of the extension `prf` for this passkey, base64url. */
      salt: z.string(),
    }),
  ),
});

/** What a page needs to use one of the wallet's passkeys. */
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** A receipt of the wallet service: a session of the portal, and the fresh code that the action needs. */
const receipt = compactToken;

export const readProtectionCall = {
  method: 'POST',
  path: '/v1/protection',
  auth: 'proof',
  response: z.object({
    mode: recoveryMode,
    /** Hours. */
    delay: recoveryDelay,
    /** A shorter delay that takes effect later. */
    nextDelay: z.nullable(z.object({ delay: recoveryDelay, at: z.string() })),
    passkeys: z.array(
      z.object({
        id: walletUuid,
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
    /** Recoveries of new installations that wait. */
    recoveries: z.array(
      z.object({
        id: walletUuid,
        browser: z.string(),
        host: z.string(),
        startedAt: z.string(),
        opensAt: z.string(),
      }),
    ),
  }),
} as const satisfies HttpCall;

export const readProtectionRequest = {
  call: readProtectionCall,
  summary: 'How the wallet opens in a new installation, and what is waiting',
  body: () => z.strictObject({ receipt }),
  errors: ['GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const preparePasskeyCall = {
  method: 'POST',
  path: '/v1/protection/passkeys/prepare',
  auth: 'proof',
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    /** WebAuthn's user handle: the same for all passkeys of a wallet. */
    userId: z.string(),
    salt: z.string(),
    /** Credential ids of the wallet's passkeys. */
    exclude: z.array(z.string()),
  }),
} as const satisfies HttpCall;

export const preparePasskeyRequest = {
  call: preparePasskeyCall,
  summary: 'What a page needs to create a passkey',
  body: () => z.strictObject({ receipt }),
  errors: ['FROZEN', 'GRANT_INVALID', 'RATE_LIMITED', 'SETTLED_DEVICE_REQUIRED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const addPasskeyCall = {
  method: 'POST',
  path: '/v1/protection/passkeys',
  auth: 'proof',
  response: z.object({ id: walletUuid }),
} as const satisfies HttpCall;

/** It protects nothing until a version of the recovery set is encrypted for it and committed. */
export const addPasskeyRequest = {
  call: addPasskeyCall,
  summary: 'Registers a passkey',
  body: () => z.strictObject({ receipt, name: boundedText(100), credential: passkeyRegistration() }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_INVALID',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const askPasskeyCall = {
  method: 'POST',
  path: '/v1/protection/passkeys/ask',
  auth: 'proof',
  response: passkeyQuestion,
} as const satisfies HttpCall;

export const askPasskeyRequest = {
  call: askPasskeyCall,
  summary: 'What a page needs to use a passkey in the portal',
  body: () => z.strictObject({ receipt }),
  errors: ['FROZEN', 'GRANT_INVALID', 'RATE_LIMITED', 'SETTLED_DEVICE_REQUIRED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const confirmPasskeyCall = {
  method: 'POST',
  path: '/v1/protection/passkeys/confirm',
  auth: 'proof',
  /** For a sensitive call of the wallet service; valid for five minutes. */
  response: z.object({ passkeyGrant: z.string() }),
} as const satisfies HttpCall;

export const confirmPasskeyRequest = {
  call: confirmPasskeyCall,
  summary: 'Confirms that the user has a passkey of the wallet',
  body: () => z.strictObject({ receipt, assertion: passkeyAssertion() }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_INVALID',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const preparePasswordCall = {
  method: 'POST',
  path: '/v1/protection/password',
  auth: 'proof',
  response: z.object({ id: walletUuid, evaluated: z.string(), salt: z.string() }),
} as const satisfies HttpCall;

/** With a new key. The id of an unused key evaluates with that key: a page repeats the password to try it. */
export const preparePasswordRequest = {
  call: preparePasswordCall,
  summary: 'Evaluates a new password, which the vault does not see',
  body: () => z.strictObject({ receipt, blinded: base64urlText(43), id: z.optional(walletUuid) }),
  errors: [
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const putProtectionCall = {
  method: 'PUT',
  path: '/v1/protection/recovery/{walletId}',
  auth: 'proof',
  response: z.object({
    version: z.number(),
    /** What the vault stores, as JWE to the installation's key: one for each factor, in their order, or one share. */
    stored: z.array(z.string()),
    /** For the wallet service. */
    recoveryReceipt: z.string(),
  }),
} as const satisfies HttpCall;

/**
 * In the wallet's epoch; with the receipt for a rekey, in the next one, in the present mode; with the receipt for a move, in the first
 * one of another wallet, in the present mode.
 */
export const putProtectionRequest = {
  call: putProtectionCall,
  summary: "Stores a new version of the vault's half, plain or encrypted with passkeys or a password",
  params: () => z.object({ walletId: uuidParam() }),
  body: () =>
    z.strictObject({
      receipt,
      epoch: z.int(),
      mode: recoveryMode,
      /** `{ half }`, `R`, as JWE to the vault's published key; only in automatic mode. */
      share: z.optional(compactToken),
      /** `R` encrypted with each factor. */
      wraps: z.optional(
        z
          .array(z.strictObject({ id: walletUuid, wrapped: wrappedHalf }))
          .check(z.minLength(1), z.maxLength(20)),
      ),
      /** Required if the wallet has passkeys now. */
      assertion: z.optional(passkeyAssertion()),
    }),
  pathError: 'WALLET_NOT_FOUND',
  errors: [
    'EPOCH_CONFLICT',
    'FROZEN',
    'GRANT_INVALID',
    'HALF_INVALID',
    'PASSKEY_INVALID',
    'PASSKEY_REQUIRED',
    'RATE_LIMITED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_CREATION_CLOSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const setRecoveryDelayCall = {
  method: 'PUT',
  path: '/v1/protection/delay',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/** A shorter delay takes effect once the current one has passed. */
export const setRecoveryDelayRequest = {
  call: setRecoveryDelayCall,
  summary: 'Sets the recovery delay',
  body: () => z.strictObject({ receipt, delay: recoveryDelay }),
  errors: ['FROZEN', 'GRANT_INVALID', 'SETTLED_DEVICE_REQUIRED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const endRecoveryCall = {
  method: 'POST',
  path: '/v1/protection/recoveries/{id}',
  auth: 'proof',
  response: doneAnswer,
} as const satisfies HttpCall;

/**
 * Cancelling needs a session only. Opening at once needs a fresh code, and a passkey if the wallet has one, else an installation with a
 * share set.
 */
export const endRecoveryRequest = {
  call: endRecoveryCall,
  summary: 'Cancels a recovery that waits, or lets it open at once',
  params: () => z.object({ id: uuidParam() }),
  body: () =>
    z.strictObject({
      receipt,
      decision: z.enum(['cancel', 'waive']),
      assertion: z.optional(passkeyAssertion()),
    }),
  pathError: 'WALLET_NOT_FOUND',
  errors: [
    'APPROVAL_INVALID',
    'FROZEN',
    'GRANT_INVALID',
    'PASSKEY_INVALID',
    'PASSKEY_REQUIRED',
    'SETTLED_DEVICE_REQUIRED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
