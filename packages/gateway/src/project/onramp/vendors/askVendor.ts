import * as z from 'zod';
import { parseJson } from '../../../platform/http/parseJson.js';
import { readText } from '../../../platform/http/readText.js';
import { onrampRefused, onrampUnavailable } from '../onrampErrors.js';

export interface VendorRequest<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer: Answer;
  readonly stopped: AbortSignal;
}

/** What services answer to a request that they refuse. */
const refusal = z.object({ message: z.string().min(1).max(300) });

/**
 * Requests a service and parses its answer.
 *
 * @throws HttpError `ONRAMP_REFUSED` with the service's reason for a status of 400, 404 or 422; else `ONRAMP_UNAVAILABLE`.
 */
export async function askVendor<Answer extends z.ZodType>(
  request: VendorRequest<Answer>,
): Promise<z.output<Answer>> {
  const { method, url, headers, body, answer, stopped } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: stopped,
    });
    const text = await readText(response);
    if ([400, 404, 422].includes(response.status)) throw onrampRefused(reasonIn(text));
    if (!response.ok) throw onrampUnavailable(new Error(`The service answered ${response.status}`));
    return answer.parse(parseJson(text));
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw onrampUnavailable(error);
  }
}

function reasonIn(text: string): string {
  try {
    return refusal.parse(parseJson(text)).message;
  } catch {
    return 'The provider refuses this purchase';
  }
}
