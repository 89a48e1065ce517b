// node scripts/completeLock.mjs: adds the platform packages that npm left out of package-lock.json. npm drops optional packages that
// the registry cannot serve; `npm ci` then refuses the lock file on other platforms.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missingOptional } from './lib/missingOptional.mjs';
import { inRoot } from './lib/paths.mjs';

const platforms = { darwin: 'darwin', linux: 'linux', win32: 'win32' };
const processors = { amd64: 'x64', arm64: 'arm64' };

/**
 * Adds an entry for each optional package that is missing in a lock file and whose name ends with its platform, such as
 * `-darwin-arm64`. The entries have no integrity, because the packages were not downloaded.
 *
 * @param {any} lock the parsed package-lock.json, which is changed
 * @returns {string[]} the added entries
 */
export function completeLock(lock) {
  const added = [];
  for (const { name, version, parent } of missingOptional(lock)) {
    const [, platform, processor] = /-([a-z0-9]+)-([a-z0-9]+)$/.exec(name) ?? [];
    const os = platforms[platform];
    const cpu = processors[processor];
    if (os === undefined || cpu === undefined)
      throw new Error(`The name of ${name} does not end with a platform.`);
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${parent} does not pin ${name}: ${version}.`);
    const { dev, license } = lock.packages[parent];
    const place = `node_modules/${name}`;
    lock.packages[place] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(license ? { license } : {}),
      optional: true,
      os: [os],
    };
    added.push(place);
  }
  // npm writes them in this order.
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = inRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = completeLock(lock);
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length === 0 ? 'The lock file is complete.' : `Added:\n  ${added.join('\n  ')}`);
}
