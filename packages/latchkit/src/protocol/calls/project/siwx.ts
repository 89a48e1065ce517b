import {
  jwksAnswer,
  siwxNonceAnswer,
  siwxNonceBody,
  siwxRefreshBody,
  siwxSessionAnswer,
  siwxTokensAnswer,
  siwxVerifyBody,
} from '../../gateway/siwx.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectQuery } from './queryFields.js';

/** Maximum bytes of a body: a message and a signature, which may contain the code that deploys its account. */
const MAX_BODY = 128 * 1024;

export const readSigningKeysCall = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'open',
  response: jwksAnswer,
} as const satisfies HttpCall;

export const readSigningKeysRequest = {
  call: readSigningKeysCall,
  summary: 'Public keys of sign-in tokens',
  errors: [],
} as const satisfies HttpRequest;

export const makeNonceCall = {
  method: 'POST',
  path: '/siwx/v1/nonce',
  auth: 'project',
  response: siwxNonceAnswer,
} as const satisfies HttpCall;

export const makeNonceRequest = {
  call: makeNonceCall,
  summary: 'A nonce for one sign-in',
  query: projectQuery,
  body: () => siwxNonceBody,
  maxBody: MAX_BODY,
  errors: ['DOMAIN_MISMATCH'],
} as const satisfies HttpRequest;

export const verifySignInCall = {
  method: 'POST',
  path: '/siwx/v1/verify',
  auth: 'project',
  response: siwxTokensAnswer,
} as const satisfies HttpCall;

export const verifySignInRequest = {
  call: verifySignInCall,
  summary: 'Session of a signed message (ERC-4361, CAIP-122)',
  query: projectQuery,
  body: () => siwxVerifyBody,
  maxBody: MAX_BODY,
  errors: [
    'ACCOUNT_MISMATCH',
    'CHAIN_MISMATCH',
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_UNAVAILABLE',
    'DOMAIN_MISMATCH',
    'INVALID_ACCOUNT',
    'INVALID_NONCE',
    'INVALID_SIGNATURE',
    'INVALID_SIWX_MESSAGE',
    'MESSAGE_EXPIRED',
    'MESSAGE_FROM_FUTURE',
    'MESSAGE_NOT_YET_VALID',
    'URI_MISMATCH',
    'VERSION_MISMATCH',
  ],
} as const satisfies HttpRequest;

export const readSignInCall = {
  method: 'GET',
  path: '/siwx/v1/session',
  auth: 'bearer',
  response: siwxSessionAnswer,
} as const satisfies HttpCall;

export const readSignInRequest = {
  call: readSignInCall,
  summary: 'Session of a token',
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

export const endSignInCall = {
  method: 'DELETE',
  path: '/siwx/v1/session',
  auth: 'bearer',
  response: undefined,
} as const satisfies HttpCall;

export const endSignInRequest = {
  call: endSignInCall,
  summary: 'Ends the session of a token',
  query: projectQuery,
  status: 204,
  errors: [],
} as const satisfies HttpRequest;

export const refreshSignInCall = {
  method: 'POST',
  path: '/siwx/v1/session/refresh',
  auth: 'project',
  response: siwxTokensAnswer,
} as const satisfies HttpCall;

export const refreshSignInRequest = {
  call: refreshSignInCall,
  summary: 'New tokens for a refresh token, which is good once',
  query: projectQuery,
  body: () => siwxRefreshBody,
  maxBody: MAX_BODY,
  errors: ['INVALID_TOKEN', 'SESSION_EXPIRED', 'SESSION_REVOKED'],
} as const satisfies HttpRequest;
