import path from 'node:path';
import type { TestProject } from 'vitest/node';
import runPostgres from '../../packages/gateway/test/servers/runPostgres.js';
import { build } from '../../scripts/build.mjs';
import buildSites from '../frame/support/buildSites.js';
import buildPages from '../isolation/support/buildPages.js';
import startStack from './startStack.js';

const e2e = path.join(import.meta.dirname, '..');

/** Checks whether tests of a folder may run: not if the command line names test files, and none of them there. */
function mayRun(folder: string): boolean {
  const args = process.argv.slice(2);
  const isThere = (arg: string) =>
    arg.startsWith(`${folder}/`) || path.resolve(arg).startsWith(path.join(e2e, folder));
  return !args.some(arg => /\.test\.(ts|tsx|mjs)$/.test(arg)) || args.some(isThere);
}

/** Starts the PostgreSQL server of this run, and then what needs it. Without PostgreSQL, the databases are PGlite. */
async function startDatabases(start: () => Promise<() => Promise<void>>): Promise<() => Promise<void>> {
  const stopPostgres = await runPostgres();
  try {
    const stop = await start();
    return async () => {
      try {
        await stop();
      } finally {
        await stopPostgres?.();
      }
    };
  } catch (error) {
    await stopPostgres?.();
    throw error;
  }
}

/** Vitest global setup: builds what changed, and starts the stack while the pages of the tests that may run are built. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  // First, because the pages are built against it, and the limit of the start is not for a build.
  await build({ types: false });
  const parts = [
    // The stack and the wallet services that tests start have their databases in one PostgreSQL server, which costs less than a PGlite each.
    startDatabases(() => startStack(project)),
    ...(mayRun('isolation') ? [buildPages(project)] : []),
    ...(mayRun('frame') || mayRun('portal') ? [buildSites(project)] : []),
  ];
  const settled = await Promise.allSettled(parts);
  const end = async () => {
    for (const part of settled) if (part.status === 'fulfilled') await part.value?.();
  };
  const failed = settled.find(part => part.status === 'rejected');
  if (!failed) return end;
  await end();
  throw failed.reason;
}
