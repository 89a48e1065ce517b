import * as z from 'zod/mini';
import { analyticsAnswer, analyticsBody } from '../../gateway/analytics.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { EVENTS_PATH } from './paths.js';
import { projectId } from './queryFields.js';

export const reportEventsCall = {
  method: 'POST',
  path: EVENTS_PATH,
  auth: 'project',
  response: analyticsAnswer,
} as const satisfies HttpCall;

export const reportEventsRequest = {
  call: reportEventsCall,
  summary: 'Analytics events and error reports',
  query: () =>
    z.object({
      projectId,
      // Type and version of the SDK.
      st: z.optional(z.string().check(z.maxLength(40))),
      sv: z.optional(z.string().check(z.maxLength(80))),
    }),
  body: () => analyticsBody,
  // A full batch with stack traces is large.
  maxBody: 256 * 1024,
  status: 202,
  // The client tells the developer that the page's origin is missing.
  tellsRefusal: true,
  errors: [],
} as const satisfies HttpRequest;
