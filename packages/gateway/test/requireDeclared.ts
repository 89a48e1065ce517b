import * as protocol from 'latchkit/protocol';
import { COMMON_ERRORS, type HttpRequest } from 'latchkit/protocol';
import * as z from 'zod';

const isRequest = (value: unknown): value is HttpRequest =>
  typeof value === 'object' && value !== null && 'call' in value && 'summary' in value;

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

const RECORDS = Object.values<unknown>(protocol)
  .filter(isRequest)
  .map(({ call, errors }) => ({
    method: call.method,
    pattern: patternOf(call.path),
    codes: new Set<string>([...COMMON_ERRORS[call.auth], ...errors]),
  }));

const refusal = z.object({
  error: z.union([
    z.object({ code: z.string() }).transform(({ code }) => code),
    z.object({ data: z.object({ code: z.string() }) }).transform(({ data }) => data.code),
  ]),
});

/**
 * Checks that a record of the call names the code of an error response.
 *
 * @throws Error for another code.
 */
export async function requireDeclared(request: Request, response: Response): Promise<void> {
  if (response.status < 400) return;
  const { pathname } = new URL(request.url);
  const records = RECORDS.filter(
    ({ method, pattern }) => method === request.method && pattern.test(pathname),
  );
  if (records.length === 0) return;
  const { error } = refusal.parse(await response.clone().json());
  if (records.some(({ codes }) => codes.has(error))) return;
  throw new Error(`No record of ${request.method} ${pathname} names ${error}`);
}
