import { parseJson } from '../../../platform/http/parseJson.js';
import { PRODUCT_AGENT } from '../../../platform/http/productAgent.js';
import { isRateLimited, retryAfterOf } from '../../../platform/http/retryAfter.js';

/** Maximum size of a response in bytes. */
const MAX_BYTES = 64 * 1024;

/** JSON whose shape is not known. */
export interface FoundJson {
  /** The value at a path of keys, or undefined. */
  at(...path: readonly string[]): unknown;
}

interface JsonRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Whether an error that the provider sends with another status says that it cannot answer now. */
  readonly isOutage?: (body: FoundJson) => boolean;
}

/** The provider does not respond, reports that it cannot, or refuses because it was asked too often. */
export class ProviderDown extends Error {
  /** Seconds after which it wants to be asked again. Undefined: it named no time. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    { cause, retryAfter }: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/**
 * Requests JSON. A refusal or an invalid response is empty JSON, which confirms nothing.
 *
 * @throws ProviderDown
 */
export async function readJson(
  url: string,
  { method = 'GET', headers = {}, body, timeout, isOutage }: JsonRequest,
): Promise<FoundJson> {
  const response = await reach(url, {
    method,
    headers: { accept: 'application/json', 'user-agent': PRODUCT_AGENT, ...headers },
    body: body ?? null,
    signal: AbortSignal.timeout(timeout),
  });
  const found = foundIn(await bodyOf(response));
  if (response.ok) return found;
  if (isOutage?.(found)) {
    throw new ProviderDown(`Status ${response.status}`, { retryAfter: retryAfterOf(response.headers) });
  }
  return foundIn(undefined);
}

function foundIn(value: unknown): FoundJson {
  return {
    at: (...path) =>
      path.reduce<unknown>(
        (found, key) =>
          typeof found === 'object' && found !== null && Object.hasOwn(found, key)
            ? (found as Readonly<Record<string, unknown>>)[key]
            : undefined,
        value,
      ),
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await next(reader); part?.value !== undefined; part = await next(reader)) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(part.value);
  }
  try {
    return parseJson(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  return reader?.read().catch((cause: unknown) => {
    throw new ProviderDown('The response ended early', { cause });
  });
}

/** Like `fetch`, but follows no redirect. @throws ProviderDown without a response, for status 408, 429, 500 or higher, and for an exhausted rate. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((cause: unknown) => {
    throw new ProviderDown('No response', { cause });
  });
  if (response.status >= 500 || response.status === 408 || isRateLimited(response)) {
    const retryAfter = retryAfterOf(response.headers);
    throw new ProviderDown(`Status ${response.status}`, { retryAfter });
  }
  return response;
}
