import { readFileSync } from 'node:fs';
import { missingOptional } from '../lib/missingOptional.mjs';
import { inRoot } from '../lib/paths.mjs';

/** Optional packages that the lock file may lack, each with the reason. */
const exceptions = {};

/** Packages whose entries `scripts/completeLock.mjs` wrote, because the registry used here has only their linux-amd64 package. */
const withoutIntegrity = /^node_modules\/@foundry-rs\/anvil-/;

/**
 * Reports what a lock file lacks: optional packages that a locked package requires, or checksums.
 *
 * @param {any} lock the parsed package-lock.json
 * @param {Record<string, string>} [allowed] names of packages that may be missing, with the reason
 */
export function checkLock(lock, allowed = exceptions) {
  const missing = missingOptional(lock);
  const unchecked = Object.entries(lock.packages)
    .filter(([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity)
    .filter(([place, { optional }]) => !(optional && withoutIntegrity.test(place)));
  const lines = [
    ...missing
      .filter(({ name }) => !(name in allowed))
      .map(
        ({ name, version, parent }) =>
          `${parent} names ${name}@${version}, which is not in the lock file. Run node scripts/completeLock.mjs to add it.`,
      ),
    ...Object.keys(allowed)
      .filter(listed => missing.every(({ name }) => name !== listed))
      .map(listed => `${listed} is on the list of exceptions but is not missing.`),
    ...unchecked.map(([place]) => `${place} has no integrity.`),
  ];
  return { ok: lines.length === 0, text: lines.join('\n') };
}

export const lockFile = {
  name: 'lock file',
  check: async () => checkLock(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))),
};
