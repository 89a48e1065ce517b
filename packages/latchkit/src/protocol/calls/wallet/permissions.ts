import * as z from 'zod/mini';
import { doneAnswer } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

const context = z.string().check(z.maxLength(1_000));
const chainId = z.string().check(z.maxLength(100));

/** A permission of the user's smart account. Times are ISO 8601. */
const ownPermission = z.object({
  context: z.string(),
  chainId: z.string(),
  /** Name of the network. */
  network: z.string(),
  /** The host of the page that asked for it. */
  domain: z.string(),
  kind: z.enum(['native', 'token', 'call']),
  /** Who is paid, the token, or the contract. */
  target: z.string(),
  /** Per period, in whole units. Null: a function is called. */
  amount: z.nullable(z.string()),
  /** Symbol of the coin or of a listed token. */
  symbol: z.nullable(z.string()),
  /** Seconds. */
  period: z.int(),
  endsAt: z.string(),
  /** When its use through this deployment was stopped. */
  revokedAt: z.nullable(z.string()),
  /** Whether the network accepts it; true if the network does not respond. */
  isValid: z.boolean(),
  /** Whether its site may use it through this deployment; false if nobody registered the function that it is for, or it is not bounded. */
  isServed: z._default(z.boolean(), true),
  /** Whether the deployment signs its operations as well; if not, its key can spend the coins of the account as fees. */
  isBounded: z._default(z.boolean(), true),
});

/** A permission of the user's smart account. */
export type OwnPermission = z.infer<typeof ownPermission>;

export const recordPermissionCall = {
  method: 'POST',
  path: '/v1/wallets/me/permissions',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

export const recordPermissionRequest = {
  call: recordPermissionCall,
  summary:
    "Lists a permission of the user's smart account for the calling site, before it is granted on the chain",
  body: () =>
    z.strictObject({
      chainId,
      context,
      method: z.enum(['wallet_grantPermissions', 'wallet_requestExecutionPermissions']),
    }),
  errors: ['PERMISSION_NOT_FOUND', 'RATE_LIMITED', 'TOO_MANY_PERMISSIONS', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const listOwnPermissionsCall = {
  method: 'GET',
  path: '/v1/portal/permissions',
  auth: 'portal',
  response: z.object({
    /** Of all sites, newest first. */
    permissions: z.array(ownPermission),
  }),
} as const satisfies HttpCall;

export const listOwnPermissionsRequest = {
  call: listOwnPermissionsCall,
  summary: "Permissions of the user's smart account, of all sites",
  errors: ['WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const endPermissionsCall = {
  method: 'POST',
  path: '/v1/wallets/me/permissions/end',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

/** A frozen wallet may do this too. */
export const endPermissionsRequest = {
  call: endPermissionsCall,
  summary: "Stops the use of permissions of the user's smart account through this deployment",
  body: () =>
    z.strictObject({
      permissions: z.array(z.strictObject({ chainId, context })).check(z.minLength(1), z.maxLength(100)),
    }),
  errors: ['RATE_LIMITED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const revokePermissionsCall = {
  method: 'POST',
  path: '/v1/portal/permissions/revoke',
  auth: 'portal',
  response: z.object({
    operations: z.array(
      z.object({
        chainId: z.string(),
        /** Address of the smart account. */
        account: z.string(),
        /** JSON of a `SignableOperation`, which only ends sessions. */
        payload: z.string(),
      }),
    ),
  }),
} as const satisfies HttpCall;

/** A frozen wallet gets no user operations: the use of the permissions has only stopped. */
export const revokePermissionsRequest = {
  call: revokePermissionsCall,
  summary: 'Stops the use of permissions, and prepares the user operations that end them on their networks',
  body: endPermissionsRequest.body,
  errors: [
    'BUNDLER_UNAVAILABLE',
    'CHAIN_NOT_SUPPORTED',
    'RATE_LIMITED',
    'USER_OPERATION_REFUSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
