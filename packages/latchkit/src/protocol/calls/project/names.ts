import * as z from 'zod/mini';
import { identityAnswer } from '../../gateway/chainData.js';
import {
  nameSuggestionsAnswer,
  namesOfAddressAnswer,
  profileAnswer,
  registeredNameAnswer,
  signedNameBody,
} from '../../gateway/profile.js';
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

/** A signature may contain the code that deploys its account. */
const SIGNED_BODY = 128 * 1024;

export const readNamesCall = {
  method: 'GET',
  path: '/v1/profile/reverse/{address}',
  auth: 'project',
  response: namesOfAddressAnswer,
} as const satisfies HttpCall;

export const readNamesRequest = {
  call: readNamesCall,
  summary: 'Names that are registered for an address',
  params: () => z.object({ address: accountAddress() }),
  query: projectQuery,
  errors: [],
} as const satisfies HttpRequest;

export const suggestNamesCall = {
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  auth: 'project',
  response: nameSuggestionsAnswer,
} as const satisfies HttpCall;

export const suggestNamesRequest = {
  call: suggestNamesCall,
  summary: 'Whether a name can be registered, and names like it that can',
  params: () => z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
  query: projectQuery,
  errors: ['NAMES_OFF'],
} as const satisfies HttpRequest;

export const registerNameCall = {
  method: 'POST',
  path: '/v1/profile/account',
  auth: 'project',
  response: registeredNameAnswer,
} as const satisfies HttpCall;

export const registerNameRequest = {
  call: registerNameCall,
  summary: 'Registers a name for the account that signed the message',
  query: projectQuery,
  body: signedNameBody,
  maxBody: SIGNED_BODY,
  errors: [
    'CHAIN_NOT_CONFIGURED',
    'CHAIN_UNAVAILABLE',
    'INVALID_ACCOUNT',
    'INVALID_SIGNATURE',
    'MESSAGE_EXPIRED',
    'MESSAGE_FROM_FUTURE',
    'MESSAGE_USED',
    'NAMES_OFF',
    'NAME_INVALID',
    'NAME_LIMIT',
    'NAME_TAKEN',
  ],
} as const satisfies HttpRequest;

export const changeNameCall = {
  method: 'POST',
  path: '/v1/profile/account/{name}',
  auth: 'project',
  response: registeredNameAnswer,
} as const satisfies HttpCall;

export const changeNameRequest = {
  call: changeNameCall,
  summary: 'Renames or releases a name, or lets another account register it, as its account signed',
  params: () => z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
  query: projectQuery,
  body: signedNameBody,
  maxBody: SIGNED_BODY,
  errors: [...registerNameRequest.errors, 'NAME_NOT_FOUND'],
} as const satisfies HttpRequest;

export const readNameResolverCall = {
  method: 'GET',
  path: '/v1/profile/resolver',
  auth: 'open',
  /** What the resolver contract needs to know: who signs the answers, and where they are. */
  response: z.object({ suffix: z.string(), signer: z.string(), url: z.string() }),
} as const satisfies HttpCall;

export const readNameResolverRequest = {
  call: readNameResolverCall,
  summary: "Suffix of the names, and the signer and URL of their resolver contract's answers",
  errors: ['NAMES_OFF'],
} as const satisfies HttpRequest;

export const resolveNameCall = {
  method: 'POST',
  path: '/v1/profile/ccip',
  auth: 'open',
  response: z.object({ data: z.string() }),
} as const satisfies HttpCall;

export const resolveNameRequest = {
  call: resolveNameCall,
  summary: "Signed answer for the names' resolver contract (EIP-3668, ENSIP-10)",
  body: () =>
    z.object({
      data: z.string().check(z.maxLength(8 * 1024), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'is not hex')),
      /** The resolver contract. */
      sender: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'is not an EVM address')),
    }),
  errors: ['CALL_NOT_SUPPORTED', 'NAMES_OFF', 'NAME_NOT_FOUND'],
} as const satisfies HttpRequest;
