import type { HttpAuth } from './HttpCall.js';

/** Codes of any call: of the platform, and of invalid requests. */
const PLATFORM = [
  'BODY_TOO_LARGE',
  'DATABASE_UNAVAILABLE',
  'INTERNAL_ERROR',
  'INVALID_BODY',
  'INVALID_PATH',
  'INVALID_QUERY',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'ORIGIN_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'SERVER_BUSY',
] as const;

const PROOF = [
  ...PLATFORM,
  'INVALID_DPOP_PROOF',
  'PROJECT_NOT_FOUND',
  'RATE_LIMITED',
  'USE_DPOP_NONCE',
] as const;
const PROJECT = [...PLATFORM, 'PROJECT_NOT_FOUND', 'RATE_LIMITED'] as const;

/** Error codes that each kind of authentication implies. A record names the others. */
export const COMMON_ERRORS: Readonly<Record<HttpAuth, readonly string[]>> = {
  open: [...PLATFORM, 'RATE_LIMITED'],
  secret: [...PLATFORM, 'RATE_LIMITED'],
  signed: [...PLATFORM, 'RATE_LIMITED'],
  project: PROJECT,
  bearer: [...PROJECT, 'INVALID_TOKEN', 'SESSION_EXPIRED', 'SESSION_REVOKED'],
  firstProof: PROOF,
  proof: PROOF,
  session: [...PROOF, 'INVALID_SESSION'],
  portal: [...PROOF, 'INVALID_SESSION', 'PORTAL_REQUIRED'],
};
