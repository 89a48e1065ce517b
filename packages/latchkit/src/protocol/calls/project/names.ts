import * as z from 'zod/mini';
import { identityAnswer } from '../../gateway/chainData.js';
import { profileAnswer } from '../../gateway/profile.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { accountAddress, chainIdText, projectId, projectQuery } from './queryFields.js';

export const readIdentityCall = {
  method: 'GET',
  path: '/v1/identity/{address}',
  auth: 'project',
  response: identityAnswer,
} as const satisfies HttpCall;

export const readIdentityRequest = {
  call: readIdentityCall,
  summary: 'Name and avatar of an address',
  params: () => z.object({ address: accountAddress() }),
  query: () => z.object({ projectId, chainId: z._default(chainIdText(), 'eip155:1') }),
  errors: ['IDENTITY_UNAVAILABLE'],
} as const satisfies HttpRequest;

export const readProfileCall = {
  method: 'GET',
  path: '/v1/profile/account/{name}',
  auth: 'project',
  response: profileAnswer,
} as const satisfies HttpCall;

export const readProfileRequest = {
  call: readProfileCall,
  summary: 'Addresses that a name leads to',
  params: () => z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
  query: projectQuery,
  errors: ['IDENTITY_UNAVAILABLE', 'NAME_NOT_FOUND'],
} as const satisfies HttpRequest;
