import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, inRoot } from './paths.mjs';
import { run } from './run.mjs';

const PACKAGE = inRoot('apps/dev-bundler/alto');

/**
 * Installs the bundler Alto with its own lockfile, unless it is installed, and returns the path of its program. It is under the GPL and
 * takes 361 MB, so it is no dependency of the repository: only the full tests start it, as a program.
 */
export async function installAlto({ log = console.log } = {}) {
  const lock = readFileSync(path.join(PACKAGE, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const kept = path.join(cacheDir, `alto-${version}`);
  const program = path.join(kept, 'node_modules/@pimlico/alto/esm/cli/alto.js');
  if (existsSync(program)) return program;
  log('Installing Alto …');
  // Renamed at the end, so that an interrupted installation counts as none.
  const own = `${kept}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(PACKAGE, name), path.join(own, name));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await run('npm', ['ci', ...options], { quiet: true, cwd: own });
  if (code !== 0) throw new Error(`Alto could not be installed:\n${output}`);
  rmSync(kept, { recursive: true, force: true });
  renameSync(own, kept);
  return program;
}
