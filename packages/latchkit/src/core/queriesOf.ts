import { QueryClient } from '@tanstack/query-core';
import type { Latchkit } from './Latchkit.js';

/** The instance's cache of what services and chains answered. */
export function queriesOf({ kernel }: Latchkit): QueryClient {
  if (kernel.queries) return kernel.queries;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  kernel.queries = queries;
  if (kernel.signal.aborted) clear(queries);
  else kernel.signal.addEventListener('abort', () => clear(queries), { once: true });
  return queries;
}

/** Empties the cache. A read still under way would otherwise keep a timer of five minutes once it settles. */
function clear(queries: QueryClient): void {
  const gcTime = Number.POSITIVE_INFINITY;
  queries.setDefaultOptions({ queries: { retry: false, gcTime } });
  for (const query of queries.getQueryCache().getAll()) query.setOptions({ ...query.options, gcTime });
  queries.clear();
}
