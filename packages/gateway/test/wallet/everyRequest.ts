import type { HttpRequest } from 'latchkit/protocol';
import * as protocol from 'latchkit/protocol';

const isRequest = (value: unknown): value is HttpRequest =>
  typeof value === 'object' && value !== null && 'call' in value && 'summary' in value;

/** The records of all HTTP requests, of all services. */
export const everyRequest: readonly HttpRequest[] = Object.values<unknown>(protocol).filter(isRequest);
