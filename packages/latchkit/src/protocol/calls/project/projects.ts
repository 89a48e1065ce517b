import { allowedOriginsAnswer, projectConfigAnswer } from '../../gateway/projectConfig.js';
import type { HttpCall, HttpRequest } from '../HttpCall.js';
import { PROJECT_CONFIG_PATH } from './paths.js';
import { projectQuery } from './queryFields.js';

/** Open to any page, so that a page that isn't allowed can report why. */
export const readProjectConfigCall = {
  method: 'GET',
  path: PROJECT_CONFIG_PATH,
  auth: 'open',
  response: projectConfigAnswer,
} as const satisfies HttpCall;

export const readProjectConfigRequest = {
  call: readProjectConfigCall,
  summary: 'Features of a project',
  query: projectQuery,
  errors: ['PROJECT_NOT_FOUND'],
} as const satisfies HttpRequest;

export const readAllowedOriginsCall = {
  method: 'GET',
  path: '/projects/v1/origins',
  auth: 'open',
  response: allowedOriginsAnswer,
} as const satisfies HttpCall;

export const readAllowedOriginsRequest = {
  call: readAllowedOriginsCall,
  summary: 'Pages that may use a project; none: any',
  query: projectQuery,
  errors: ['PROJECT_NOT_FOUND'],
} as const satisfies HttpRequest;
