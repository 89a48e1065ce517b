import type { Latchkit } from '../Latchkit.js';
import { serviceUrl } from './gatewayUrl.js';
import { instanceSlot } from './Kernel.js';

/** A request that was sent before the code that reads its response was loaded. */
export interface EarlyRequest {
  /** Rejects if the gateway cannot be reached, or with the abort reason of `controller`. */
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

/** By URL. */
const slot = /* @__PURE__ */ instanceSlot<Map<string, EarlyRequest>>('earlyRequests');

/**
 * Sends a GET request to the gateway at once. A `callGateway` for the same path and query then uses its response; until then it is
 * not sent twice.
 */
export function askEarly(
  kit: Latchkit,
  path: string,
  query?: Readonly<Record<string, string | number | undefined>>,
): void {
  const { kernel, options } = kit;
  const href = serviceUrl(options, path, query)?.href;
  const early = slot.get(kit) ?? new Map<string, EarlyRequest>();
  slot.set(kit, early);
  if (!href || kernel.signal.aborted || early.has(href)) return;
  const controller = new AbortController();
  const { signal } = controller;
  kernel.signal.addEventListener('abort', () => controller.abort(), {
    once: true,
    signal,
  });
  const response = fetch(href, { signal, credentials: 'omit' });
  // The caller that takes over the request handles the failure.
  response.catch(() => {});
  early.set(href, { response, controller });
}

/** The GET request that was sent early, if any; its response can be taken once. */
export function takeEarly(kit: Latchkit, href: string): EarlyRequest | undefined {
  const early = slot.get(kit);
  const request = early?.get(href);
  early?.delete(href);
  return request;
}
