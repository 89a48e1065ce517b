import * as z from 'zod/mini';
import { jwksAnswer } from '../../gateway/siwx.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const readServiceKeysCall = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'open',
  response: z.object({
    keys: z.array(z.looseObject({ use: z.string(), kid: z.string(), kty: z.string() })),
  }),
} as const satisfies HttpCall;

/** Served by the wallet service and by the vault. */
export const readServiceKeysRequest = {
  call: readServiceKeysCall,
  summary: 'Public keys of the service',
  sends: () => jwksAnswer,
  errors: [],
} as const satisfies HttpRequest;
