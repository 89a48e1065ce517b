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
    default:
      return false;
  }
}

/** A field that makes a valid token response too large, if the fault requires it. */
export function paddingFor(fault: Fault | undefined): { readonly padding?: string } {
  return fault === 'tokenLarge' ? { padding: 'x'.repeat(LARGE) } : {};
}
