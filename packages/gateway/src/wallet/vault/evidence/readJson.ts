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
}

/** Requests JSON. A failed request or an invalid response is empty JSON, which confirms nothing. */
export async function readJson(
  url: string,
  { method = 'GET', headers = {}, body, timeout }: JsonRequest,
): Promise<FoundJson> {
  const value = await read(url, {
    method,
    headers: { accept: 'application/json', 'user-agent': 'latchkit', ...headers },
    body: body ?? null,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined);
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

async function read(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) return undefined;
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(part.value);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
