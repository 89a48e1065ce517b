import * as z from 'zod/mini';
import {
  revokePermissionAnswer,
  revokePermissionBody,
  storedPermissionsAnswer,
  storePermissionAnswer,
  storePermissionBody,
} from '../../gateway/permissions.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { rpcResult, rpcServerParams } from '../rpcResult.js';
import { accountParams, projectQuery } from './queryFields.js';

export const listPermissionsCall = {
  method: 'GET',
  path: '/v1/sessions/{id}',
  auth: 'bearer',
  response: storedPermissionsAnswer,
} as const satisfies HttpCall;

export const listPermissionsRequest = {
  call: listPermissionsCall,
  summary: 'Permissions that a signed-in account has granted',
  params: accountParams,
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

export const storePermissionCall = {
  method: 'POST',
  path: '/v1/sessions/{id}',
  auth: 'bearer',
  response: storePermissionAnswer,
} as const satisfies HttpCall;

export const storePermissionRequest = {
  call: storePermissionCall,
  summary: 'Stores a permission that a signed-in account has granted',
  params: accountParams,
  query: projectQuery,
  body: () => storePermissionBody,
  // The code that deploys an account is long.
  maxBody: 128 * 1024,
  errors: ['TOO_MANY_PERMISSIONS'],
} as const satisfies HttpRequest;

export const revokePermissionCall = {
  method: 'POST',
  path: '/v1/sessions/{id}/revoke',
  auth: 'project',
  response: revokePermissionAnswer,
} as const satisfies HttpCall;

export const revokePermissionRequest = {
  call: revokePermissionCall,
  summary: 'Marks a permission as revoked, which its account signed',
  params: accountParams,
  query: projectQuery,
  body: () => revokePermissionBody,
  // A signature may contain the code that deploys its account.
  maxBody: 128 * 1024,
  errors: [
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_UNAVAILABLE',
    'INVALID_ACCOUNT',
    'INVALID_SIGNATURE',
    'PERMISSION_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const callSessionBundlerCall = {
  method: 'POST',
  path: '/v1/sessions/{id}/operations',
  auth: 'project',
  response: rpcResult,
} as const satisfies HttpCall;

/** The sponsor's paymaster has the methods of ERC-7677, the bundler those of ERC-7769. */
export const callSessionBundlerRequest = {
  call: callSessionBundlerCall,
  summary:
    'One call to the bundler, or to the sponsor, about a user operation that uses a permission of the page',
  params: accountParams,
  query: projectQuery,
  body: () =>
    z.strictObject({
      /** Of the permission. */
      context: z.string().check(z.maxLength(1_000)),
      method: z.string().check(z.maxLength(100)),
      params: rpcServerParams,
    }),
  maxBody: 512 * 1024,
  errors: [
    'BUNDLER_UNAVAILABLE',
    'CHAIN_NOT_SUPPORTED',
    'INVALID_USER_OPERATION',
    'METHOD_NOT_ALLOWED',
    'PAYMASTER_UNAVAILABLE',
    'PERMISSION_NOT_FOUND',
    'PERMISSION_UNBOUNDED',
    'PERMISSION_UNREGISTERED',
    'SPONSORSHIP_EXHAUSTED',
    'SPONSORSHIP_REFUSED',
    'SPONSORSHIP_UNAVAILABLE',
    'USER_OPERATION_REFUSED',
  ],
} as const satisfies HttpRequest;
