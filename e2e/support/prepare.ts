import type { TestProject } from 'vitest/node';
import buildSites from '../frame/support/buildSites.js';
import buildPages from '../isolation/support/buildPages.js';
import startStack from './startStack.js';

/** Vitest's global setup: the stack starts while the pages of the tests are built. */
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
