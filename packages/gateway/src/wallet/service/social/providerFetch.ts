import { PRODUCT_AGENT } from '../../../platform/http/productAgent.js';
import { isRateLimited, retryAfterOf } from '../../../platform/http/retryAfter.js';
import { SocialError } from './SocialError.js';

/** Milliseconds that a provider has for a response. */
const TIMEOUT = 10_000;
/** Maximum size of a provider's response in bytes. */
const MAX_BYTES = 256 * 1024;

/** A request to a provider. */
interface ProviderRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'] | undefined;
}

type ProviderFetch = (url: string, request?: ProviderRequest) => Promise<Response>;

/**
 * Creates the function for requests to providers, which name the product unless a request names another user agent. Responses are limited
 * in time and size, and redirects are not followed.
 *
 * @param timeout - Milliseconds. Default: 10 000.
 * @returns a function that throws `SocialError` if the provider is down, refuses because of its rate, or sends too much.
 */
export function providerFetch(timeout = TIMEOUT): ProviderFetch {
  return async (url, { method = 'GET', headers = {}, body: sent = null } = {}) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const named = { 'user-agent': PRODUCT_AGENT, ...headers };
      const response = await fetch(url, { method, headers: named, body: sent, redirect: 'manual', signal });
      const body = await readLimited(response);
      const { status } = response;
      if (status >= 500) throw down(url, `status ${status}`);
      if (status === 408 || isRateLimited(response)) {
        throw down(url, `status ${status}`, undefined, retryAfterOf(response.headers));
      }
      // A body is not allowed for status 204 and 304.
      return new Response(body.length === 0 ? null : body, { status, headers: plain(response.headers) });
    } catch (error) {
      throw error instanceof SocialError ? error : down(url, 'no response', error);
    }
  };
}

async function readLimited({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new SocialError('PROVIDER_RESPONSE_INVALID', `The response has more than ${MAX_BYTES} bytes`);
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

/** The body is decoded already. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  return kept;
}

function down(url: string, reason: string, cause?: unknown, retryAfter?: number): SocialError {
  return new SocialError('PROVIDER_UNAVAILABLE', `${new URL(url).host}: ${reason}`, cause, retryAfter);
}
