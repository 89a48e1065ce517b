import { accountSignInsAnswer, revokeSignInAnswer, revokeSignInBody } from '../../gateway/signIns.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { accountParams, projectQuery } from './queryFields.js';

export const listSignInsCall = {
  method: 'GET',
  path: '/siwx/v1/sessions/{id}',
  auth: 'bearer',
  response: accountSignInsAnswer,
} as const satisfies HttpCall;

export const listSignInsRequest = {
  call: listSignInsCall,
  summary: 'Sign-ins of an account',
  params: accountParams,
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

export const revokeSignInCall = {
  method: 'POST',
  path: '/siwx/v1/sessions/{id}/revoke',
  auth: 'project',
  response: revokeSignInAnswer,
} as const satisfies HttpCall;

export const revokeSignInRequest = {
  call: revokeSignInCall,
  summary: 'Ends a sign-in of an account, which signed that',
  params: accountParams,
  query: projectQuery,
  body: () => revokeSignInBody,
  // A signature may contain the code that deploys its account.
  maxBody: 128 * 1024,
  errors: [
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_UNAVAILABLE',
    'INVALID_ACCOUNT',
    'INVALID_SIGNATURE',
    'SESSION_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
