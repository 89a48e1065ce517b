// Installs what package-lock.json names, when node_modules does not hold it yet. Uses nothing but Node itself.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopwatch } from './lib/clock.mjs';
import { root } from './lib/paths.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';

/**
 * Says why an installation is needed in a folder, or undefined if all that the lock file wants is there. npm keeps a copy of the
 * lock file inside node_modules, so contents are compared: modification times say nothing after a checkout.
 *
 * @param {string} folder
 */
export function whatIsMissing(folder) {
  const read = file => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).packages;
  if (!existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return 'nothing is installed yet';
  const wanted = read('package-lock.json');
  const installed = read('node_modules/.package-lock.json');
  for (const [place, entry] of Object.entries(wanted)) {
    // Optional packages are those of other platforms; entries outside node_modules are our own workspaces.
    if (!place.includes('node_modules/') || entry.optional) continue;
    const there = installed[place];
    if (there === undefined) return `${place} is missing`;
    if (there.version !== entry.version) return `${place} is ${there.version}, not ${entry.version}`;
  }
  return undefined;
}

/** Brings node_modules in line with package-lock.json. Install scripts never run: nothing here needs one. */
export async function install({ log = console.log } = {}) {
  requireNode();
  const reason = whatIsMissing(root);
  if (reason === undefined) return;
  const time = stopwatch();
  log(`Installing (${reason}) …`);
  // `npm ci` deletes what is installed: on an update only what changed is replaced. Neither writes the lock file.
  const command = existsSync(path.join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run('npm', args);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed with code ${code}.`);
  const still = whatIsMissing(root);
  if (still !== undefined)
    throw new Error(`After the installation ${still}. Does package-lock.json fit package.json?`);
  log(`Installed in ${time()}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install().catch(error => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
