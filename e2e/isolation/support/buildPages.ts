import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
const pages = path.join(import.meta.dirname, '../pages');

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built host pages: `prod/` and, with React's warnings, `dev/`. */
    isolationPages: string;
  }
}

/** Global setup of vitest: builds the small host pages against the built packages, once for all test files. */
export default async function buildPages(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-pages-'));
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve('vite/package.json')),
    'bin/vite.js',
  );
  // In separate processes, because a test runner has set NODE_ENV, which React's builds depend on.
  const build = (name: string, mode: string) =>
    run(process.execPath, [vite, 'build', pages, '--mode', mode, '--outDir', path.join(folder, name)], {
      cwd: pages,
      env: { ...process.env, NODE_ENV: mode },
    });
  await Promise.all([build('prod', 'production'), build('dev', 'development')]);
  project.provide('isolationPages', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
