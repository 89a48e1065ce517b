import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

const readJson = file => JSON.parse(readFileSync(inRoot(file), 'utf8'));
const nameOf = place => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Lists the packages in a lock file that have an install script. */
export function withInstallScript(lock) {
  const found = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
  return [
    ...new Set(found.map(([place, entry]) => `${entry.name ?? nameOf(place)}@${entry.version}`)),
  ].sort();
}

/** Compares them with the allow-list. Unlisted packages and stale entries fail. */
export function compareInstallScripts(lock, allowed) {
  const found = withInstallScript(lock);
  const isNew = found
    .filter(entry => !(entry in allowed))
    .map(entry => `${entry} has an install script but is not in scripts/install-scripts.allow.json.`);
  const isOld = Object.keys(allowed)
    .filter(entry => !found.includes(entry))
    .map(entry => `${entry} is listed but not installed. Remove it from scripts/install-scripts.allow.json.`);
  const lines = [...isNew, ...isOld];
  return { ok: lines.length === 0, text: lines.join('\n') };
}

export const installScripts = {
  name: 'install scripts',
  check: async () =>
    compareInstallScripts(readJson('package-lock.json'), readJson('scripts/install-scripts.allow.json')),
};

const allowedLicences = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
]);

/** Checks whether listed licences satisfy a licence expression: every AND part, any OR part. */
export function isAllowed(expression = '') {
  const bare = expression.replace(/^\(|\)$/g, '');
  return bare
    .split(' AND ')
    .every(part => part.split(' OR ').some(one => allowedLicences.has(one.replace(/[()]/g, '').trim())));
}

export const licences = {
  name: 'licences',
  async check() {
    const entries = Object.entries(readJson('package-lock.json').packages).filter(
      ([place, entry]) => place.includes('node_modules/') && !entry.dev && !entry.link,
    );
    const refused = entries
      .filter(([, { license }]) => !isAllowed(license))
      .map(([place, { license }]) => `${nameOf(place)}: ${license ?? 'none stated'}`);
    return { ok: refused.length === 0, text: refused.join('\n') || `${entries.length} production packages` };
  },
};
