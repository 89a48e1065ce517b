import * as z from 'zod/mini';
import { boundedText, doneAnswer, uuidParam, walletUuid } from '../../wallet/walletFields.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';

export const listSitesCall = {
  method: 'GET',
  path: '/v1/sites',
  auth: 'portal',
  /** The last used one first. Times are ISO 8601. */
  response: z.object({
    sites: z.array(
      z.object({
        hostOrigin: z.string(),
        /** The portal itself. */
        isPortal: z.boolean(),
        sessions: z.array(
          z.object({
            id: walletUuid,
            browser: z.string(),
            createdAt: z.string(),
            /** When its tokens were last renewed: a session in use renews them every ten minutes. */
            lastUsedAt: z.string(),
            isCurrent: z.boolean(),
          }),
        ),
      }),
    ),
  }),
} as const satisfies HttpCall;

export const listSitesRequest = {
  call: listSitesCall,
  summary: 'Sites where the user is logged in',
  errors: [],
} as const satisfies HttpRequest;

export const endSiteSessionCall = {
  method: 'POST',
  path: '/v1/sessions/{id}/end',
  auth: 'portal',
  response: doneAnswer,
} as const satisfies HttpCall;

export const endSiteSessionRequest = {
  call: endSiteSessionCall,
  summary: 'Ends one session of the user',
  params: () => z.object({ id: uuidParam() }),
  errors: [],
} as const satisfies HttpRequest;

export const endSiteCall = {
  method: 'POST',
  path: '/v1/sites/end',
  auth: 'portal',
  response: z.object({ ended: z.int() }),
} as const satisfies HttpCall;

export const endSiteRequest = {
  call: endSiteCall,
  summary: "Ends all of the user's sessions of a site, except the calling one",
  body: () => z.strictObject({ hostOrigin: boundedText(300) }),
  errors: [],
} as const satisfies HttpRequest;
