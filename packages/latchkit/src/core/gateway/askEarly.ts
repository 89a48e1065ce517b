import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './serviceUrl.js';

/** A request that was sent before the code that reads its answer was there. */
export interface EarlyRequest {
  /** Rejects when the gateway cannot be reached, or with the reason of `controller`. */
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

/**
 * Sends a GET request to the gateway at once. `request` takes its answer over, by the same path and query, instead of asking
 * again; until then it is not sent twice.
 */
export function askEarly(
  { kernel, options }: Latchkit,
  path: string,
  query?: Readonly<Record<string, string | number | undefined>>,
): void {
  const href = serviceUrl(options, path, query)?.href;
  kernel.early ??= new Map();
  if (!href || kernel.signal.aborted || kernel.early.has(href)) return;
  const controller = new AbortController();
  const { signal } = controller;
  kernel.signal.addEventListener('abort', () => controller.abort(), {
    once: true,
    signal,
  });
  const response = fetch(href, { signal, credentials: 'omit' });
  // Whoever takes it over hears of the failure.
  response.catch(() => {});
  kernel.early.set(href, { response, controller });
}
