import * as z from 'zod/mini';
import { registeredFunctions } from '../../smartAccount/registeredFunctions.js';
import { doneAnswer, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { rpcServerParams as params, rpcResult } from '../rpcResult.js';
import { evmAccountType } from './sessions.js';

/** Maximum body size in bytes; user operations with many calls need it. */
const MAX_BODY = 512 * 1024;

export const listSmartAccountChainsCall = {
  method: 'GET',
  path: '/v1/aa',
  auth: 'session',
  response: z.object({
    chains: z.array(z.string()),
    /** Those of them where the project's pages may ask for permissions (ERC-7715). */
    permissions: z._default(z.array(z.string()), []),
    /** The functions that they may ask for the permission to call. */
    registered: z._default(registeredFunctions, { by: '', functions: [] }),
  }),
} as const satisfies HttpCall;

export const listSmartAccountChainsRequest = {
  call: listSmartAccountChainsCall,
  summary: 'CAIP-2 ids of the chains with smart accounts: those with a bundler and the contracts',
  errors: ['RATE_LIMITED'],
} as const satisfies HttpRequest;

export const setPreferredAccountCall = {
  method: 'PUT',
  path: '/v1/wallets/me/preferred-account',
  auth: 'session',
  response: doneAnswer,
} as const satisfies HttpCall;

export const setPreferredAccountRequest = {
  call: setPreferredAccountCall,
  summary: "Stores which account the user's sites get on EVM chains with smart accounts",
  body: () => z.strictObject({ type: evmAccountType }),
  errors: ['RATE_LIMITED', 'WALLET_NOT_FOUND'],
} as const satisfies HttpRequest;

export const callBundlerCall = {
  method: 'POST',
  path: '/v1/aa/{chainId}',
  auth: 'session',
  response: rpcResult,
} as const satisfies HttpCall;

/** The sponsor's paymaster has the methods of ERC-7677, the bundler those of ERC-7769. */
export const callBundlerRequest = {
  call: callBundlerCall,
  summary: "One call to a chain's bundler, or to the paymaster that sponsors user operations of the project",
  params: () => z.object({ chainId: z.string().check(z.maxLength(100)) }),
  body: () =>
    z.strictObject({
      method: z.string().check(z.maxLength(100)),
      params,
      /** Whose account it is: at the portal also the user's second wallet. Default: the active one. */
      walletId: z.optional(walletUuid),
    }),
  maxBody: MAX_BODY,
  errors: [
    'BUNDLER_UNAVAILABLE',
    'CHAIN_NOT_SUPPORTED',
    'FROZEN',
    'INVALID_USER_OPERATION',
    'METHOD_NOT_ALLOWED',
    'PAYMASTER_UNAVAILABLE',
    'RATE_LIMITED',
    'SPONSORSHIP_EXHAUSTED',
    'SPONSORSHIP_REFUSED',
    'SPONSORSHIP_UNAVAILABLE',
    'USER_OPERATION_REFUSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;

export const callHostPaymasterCall = {
  method: 'POST',
  path: '/v1/aa/{chainId}/paymaster',
  auth: 'session',
  response: rpcResult,
} as const satisfies HttpCall;

export const callHostPaymasterRequest = {
  call: callHostPaymasterCall,
  summary: "One call to a paymaster of the host page's own (ERC-7677), if the project allows it",
  params: () => z.object({ chainId: z.string().check(z.maxLength(100)) }),
  body: () =>
    z.strictObject({
      url: z.url().check(z.maxLength(2_048)),
      method: z.enum(['pm_getPaymasterStubData', 'pm_getPaymasterData']),
      params,
    }),
  maxBody: MAX_BODY,
  errors: [
    'CHAIN_NOT_SUPPORTED',
    'INVALID_USER_OPERATION',
    'PAYMASTER_REFUSED',
    'PAYMASTER_UNAVAILABLE',
    'RATE_LIMITED',
    'USER_OPERATION_REFUSED',
    'WALLET_NOT_FOUND',
  ],
} as const satisfies HttpRequest;
