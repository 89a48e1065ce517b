// Installs the packages of package-lock.json that are missing in node_modules. Needs only Node.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopwatch } from './lib/clock.mjs';
import { root } from './lib/paths.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';

/**
 * Returns why a folder needs an installation, or undefined if everything in the lock file is installed. Compares the lock file with
 * the copy that npm keeps in node_modules, because modification times mean nothing after a checkout.
 *
 * @param {string} folder
 */
export function whatIsMissing(folder) {
  const read = file => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).packages;
  if (!existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return 'nothing is installed yet';
  const wanted = read('package-lock.json');
  const installed = read('node_modules/.package-lock.json');
  for (const [place, entry] of Object.entries(wanted)) {
    // Optional packages belong to other platforms; entries outside node_modules are workspaces.
    if (!place.includes('node_modules/') || entry.optional) continue;
    const there = installed[place];
    if (there === undefined) return `${place} is missing`;
    if (there.version !== entry.version) return `${place} is ${there.version}, not ${entry.version}`;
  }
  return undefined;
}

/** Updates node_modules to match package-lock.json. Install scripts never run, since no dependency needs one. */
export async function install({ log = console.log } = {}) {
  requireNode();
  const reason = whatIsMissing(root);
  if (reason === undefined) return;
  const time = stopwatch();
  log(`Installing (${reason}) …`);
  // `npm ci` deletes node_modules first, so use it only for a fresh install. Neither command writes the lock file.
  const command = existsSync(path.join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run('npm', args);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed with code ${code}.`);
  const still = whatIsMissing(root);
  if (still !== undefined)
    throw new Error(`After the installation, ${still}. Does package-lock.json match package.json?`);
  log(`Installed in ${time()}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install().catch(error => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
