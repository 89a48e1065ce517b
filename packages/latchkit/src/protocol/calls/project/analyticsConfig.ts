import { analyticsConfigAnswer } from '../../gateway/analyticsConfig.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { projectQuery } from './queryFields.js';

export const readAnalyticsConfigCall = {
  method: 'GET',
  path: '/getAnalyticsConfig',
  auth: 'open',
  response: analyticsConfigAnswer,
} as const satisfies HttpCall;

export const readAnalyticsConfigRequest = {
  call: readAnalyticsConfigCall,
  summary: 'Whether the pages of a project may report events',
  query: projectQuery,
  errors: ['PROJECT_NOT_FOUND'],
} as const satisfies HttpRequest;
