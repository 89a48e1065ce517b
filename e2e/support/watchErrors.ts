import type { Page } from 'playwright-core';

/** Watches a page that a test has made itself. The answer throws if the page threw an error that nobody caught. */
export function watchErrors(page: Page): () => void {
  const thrown: Error[] = [];
  page.on('pageerror', error => thrown.push(error));
  return () => {
    if (thrown.length > 0)
      throw new AggregateError(thrown, `The page threw: ${thrown.map(String).join('; ')}`);
  };
}
