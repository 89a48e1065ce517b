import type { Page } from 'playwright-core';

/** Watches a page that a test opened itself. The returned function throws if the page threw an uncaught error. */
export function watchErrors(page: Page): () => void {
  const thrown: Error[] = [];
  page.on('pageerror', error => thrown.push(error));
  return () => {
    if (thrown.length > 0)
      throw new AggregateError(thrown, `The page threw: ${thrown.map(String).join('; ')}`);
  };
}
