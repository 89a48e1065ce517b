import {
  revokePermissionAnswer,
  revokePermissionBody,
  storedPermissionsAnswer,
  storePermissionAnswer,
  storePermissionBody,
} from '../../gateway/permissions.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
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
  errors: ['CHAIN_UNAVAILABLE', 'INVALID_ACCOUNT', 'INVALID_SIGNATURE', 'PERMISSION_NOT_FOUND'],
} as const satisfies HttpRequest;
