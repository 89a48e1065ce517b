import * as z from 'zod/mini';
import { accountSessionsAnswer, revokeSessionAnswer, revokeSessionBody } from '../../gateway/sessions.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { isAccountId, projectQuery } from './queryFields.js';

/** The CAIP-10 id of an account. */
const accountParams = () =>
  z.object({
    id: z
      .string()
      .check(z.maxLength(200), z.refine(isAccountId, 'is not the CAIP-10 id of an EVM or Solana account')),
  });

export const listSignInsCall = {
  method: 'GET',
  path: '/v1/sessions/{id}',
  auth: 'bearer',
  response: accountSessionsAnswer,
} as const satisfies HttpCall;

export const listSignInsRequest = {
  call: listSignInsCall,
  summary: 'Sessions of an account',
  params: accountParams,
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

export const revokeSignInCall = {
  method: 'POST',
  path: '/v1/sessions/{id}/revoke',
  auth: 'project',
  response: revokeSessionAnswer,
} as const satisfies HttpCall;

export const revokeSignInRequest = {
  call: revokeSignInCall,
  summary: 'Ends a session for its account, which signed that',
  params: accountParams,
  query: projectQuery,
  body: () => revokeSessionBody,
  // A signature may contain the code that deploys its account.
  maxBody: 128 * 1024,
  errors: ['CHAIN_UNAVAILABLE', 'INVALID_ACCOUNT', 'INVALID_SIGNATURE', 'SESSION_NOT_FOUND'],
} as const satisfies HttpRequest;
