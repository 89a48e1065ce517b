import type * as z from 'zod';
import { parseJson } from '../../../../platform/http/parseJson.js';
import { readText } from '../../../../platform/http/readText.js';
import { listPage, type PageParams, placed } from './blockscoutAnswers.js';

/** Time limit in milliseconds, and maximum size in bytes, of a response. */
const TIMEOUT = 10_000;
const MAX_ANSWER = 8 * 1024 * 1024;

/** A page of a list with its valid entries. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** The blocks that entries of any form name. */
  readonly heights: readonly number[];
  /** Whether it has no entries of any form. */
  readonly isEmpty: boolean;
  readonly next: PageParams | undefined;
}

/**
 * Requests a page of a list. Malformed entries are omitted.
 *
 * @param params - Parameters from the previous page.
 * @throws when the service is unreachable or responds with something else.
 */
export async function askBlockscout<Entry>(
  base: string,
  path: string,
  entry: z.ZodType<Entry>,
  params: PageParams | undefined,
  gone: AbortSignal,
): Promise<ListPage<Entry>> {
  const url = new URL(`${base.replace(/\/+$/, '')}/api/v2/${path}`);
  for (const [name, value] of Object.entries(params ?? {})) url.searchParams.set(name, String(value ?? ''));
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    // A redirect would lead to a host that the operator did not configure.
    redirect: 'error',
    signal: AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT)]),
  });
  if (response.status === 404) {
    // The service doesn't know accounts without activity.
    await response.body?.cancel();
    return { entries: [], heights: [], isEmpty: true, next: undefined };
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The service answered ${response.status}`);
  }
  const { items, next_page_params: next } = listPage.parse(parseJson(await readText(response, MAX_ANSWER)));
  const entries = items.flatMap(item => {
    const parsed = entry.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
  const heights = items.flatMap(item => placed.safeParse(item).data?.block_number ?? []);
  return { entries, heights, isEmpty: items.length === 0, next: next ?? undefined };
}
