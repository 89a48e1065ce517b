import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.js';

/** Larger than any client should read. */
const LARGE = 1024 * 1024 + 1;

/**
 * Responds to a token request as the fault requires.
 *
 * @returns whether the response was sent, or never will be.
 */
export function failTokenRequest(response: ServerResponse, fault: Fault | undefined): boolean {
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'tokenError':
      response.writeHead(500, json).end('{"error":"server_error"}');
      return true;
    case 'tokenGarbage':
      response.writeHead(200, json).end('<html>It works!</html>');
      return true;
    case 'tokenHang':
      return true;
    case 'tokenLimited':
      response.writeHead(429, { ...json, 'retry-after': '30' }).end('{"message":"Too many requests"}');
      return true;
    case 'tokenForbidden':
      response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Forbidden</html>');
      return true;
    default:
      return false;
  }
}

/** A field that makes a valid token response too large, if the fault requires it. */
export function paddingFor(fault: Fault | undefined): { readonly padding?: string } {
  return fault === 'tokenLarge' ? { padding: 'x'.repeat(LARGE) } : {};
}

/** Null for the fields that a token response leaves out, and one that nobody knows, if the fault requires it. */
export function nullsFor(fault: Fault | undefined): Readonly<Record<string, unknown>> {
  return fault === 'tokenNulls' ? { refresh_token: null, scope: null, later: { added: null } } : {};
}

/** Refuses a request with a token as the fault requires. */
export function failApiRequest(response: ServerResponse, fault: Fault | undefined): boolean {
  const json = { 'content-type': 'application/json' };
  switch (fault) {
    case 'apiLimited':
      response.writeHead(429, { ...json, 'retry-after': '30' }).end('{"message":"Too many requests"}');
      return true;
    case 'apiLimitedAs403': {
      const resets = String(Math.ceil(Date.now() / 1_000) + 30);
      const limits = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resets };
      response.writeHead(403, { ...json, ...limits }).end('{"message":"API rate limit exceeded"}');
      return true;
    }
    case 'apiPayment':
      response.writeHead(402, json).end('{"title":"CreditsDepleted"}');
      return true;
    case 'apiForbidden':
      response.writeHead(403, json).end('{"title":"Forbidden"}');
      return true;
    default:
      return false;
  }
}
