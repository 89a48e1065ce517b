import * as z from 'zod/mini';
import { boundedText, doneAnswer, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { walletAccount } from './custody.js';

/** A session's tokens. Both are valid with the installation's key only. */
export const walletSession = z.object({
  /** JWT for `Authorization: DPoP`, valid for ten minutes. */
  access: z.string(),
  /** Lifetime of `access` in seconds. */
  expiresIn: z.number(),
  /** Valid once. Using it again ends the session. */
  refresh: z.string(),
  /** Id of the session; it authenticates nothing. */
  sid: walletUuid,
});

/** A session's tokens. */
export type WalletSession = z.infer<typeof walletSession>;

/** The accounts of a wallet on EVM chains. */
export const evmAccountType = z.enum(['eoa', 'smartAccount']);

/** The accounts of a wallet on EVM chains. */
export type EvmAccountType = z.infer<typeof evmAccountType>;

/** Who is signed in. */
export const walletUser = z.object({
  id: walletUuid,
  /** The address of the user's email login. An address that only a provider confirms is no login. */
  email: z.optional(z.string()),
  /** The provider of this session's sign-in. Undefined: email. */
  provider: z.optional(z.string()),
  /** The user's name at the provider, as plain text that may contain any character. */
  userName: z.optional(z.string()),
  /** The committed wallet; null: create one, or recover the one that another device has just created. */
  wallet: z.nullable(walletAccount),
  /** Whether this installation holds a share set: it opens the wallet without the vault. */
  isEnrolled: z.boolean(),
  /** Whether the wallet is frozen: nothing is signed meanwhile. */
  isFrozen: z.boolean(),
  /** The user's account on EVM chains with smart accounts; on others it is the EOA. */
  preferredAccount: evmAccountType,
  /** Whether the user chose it. Until then, the host's preference decides on its pages. Undefined from services of before: chosen. */
  isAccountChosen: z.optional(z.boolean()),
});

/** Who is signed in. */
export type WalletUser = z.infer<typeof walletUser>;

export const readSessionCall = {
  method: 'GET',
  path: '/v1/session',
  auth: 'session',
  response: z.object({ user: walletUser }),
} as const satisfies HttpCall;

export const readSessionRequest = {
  call: readSessionCall,
  summary: 'Who is signed in',
  errors: [],
} as const satisfies HttpRequest;

export const endSessionCall = {
  method: 'POST',
  path: '/v1/session/revoke',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

export const endSessionRequest = {
  call: endSessionCall,
  summary: 'Ends the session',
  errors: [],
} as const satisfies HttpRequest;

export const refreshSessionCall = {
  method: 'POST',
  path: '/v1/token/refresh',
  auth: 'proof',
  response: z.object({ session: walletSession }),
} as const satisfies HttpCall;

export const refreshSessionRequest = {
  call: refreshSessionCall,
  summary: 'New tokens for a refresh token, which is valid once',
  body: () =>
    z.strictObject({
      refresh: boundedText(200),
      /** Created and stored by the client before the call: after a lost response it repeats the same exchange. */
      exchange: walletUuid,
    }),
  errors: ['INVALID_SESSION', 'RATE_LIMITED', 'REFRESH_REUSED'],
} as const satisfies HttpRequest;
