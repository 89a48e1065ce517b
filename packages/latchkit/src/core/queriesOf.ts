import { QueryClient } from '@tanstack/query-core';
import type { Latchkit } from './Latchkit.js';

/** The instance's cache of what services and chains answered. */
export function queriesOf({ kernel }: Latchkit): QueryClient {
  kernel.queries ??= new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return kernel.queries;
}
