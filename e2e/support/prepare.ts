import type { TestProject } from 'vitest/node';
import buildSites from '../frame/support/buildSites.js';
import buildPages from '../isolation/support/buildPages.js';
import startStack from './startStack.js';

/** Vitest global setup: starts the stack while the tests' pages are built. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const parts = [startStack(project), buildPages(project), buildSites(project)];
  const settled = await Promise.allSettled(parts);
  const end = async () => {
    for (const part of settled) if (part.status === 'fulfilled') await part.value();
  };
  const failed = settled.find(part => part.status === 'rejected');
  if (!failed) return end;
  await end();
  throw failed.reason;
}
