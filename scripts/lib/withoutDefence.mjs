import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFENCES } from './defences.mjs';
import { inRoot } from './paths.mjs';

/**
 * Removes the defence that `LATCHKIT_WITHOUT_DEFENCE` names from the code during a build or a test, without changing files.
 * `latchkit/protocol` and `latchkit/embedded` are then resolved to their sources, because the built package has every defence.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutDefence() {
  const name = process.env.LATCHKIT_WITHOUT_DEFENCE;
  const defence = DEFENCES.find(one => one.name === name);
  return {
    name: 'without-defence',
    enforce: 'pre',
    config: () =>
      defence && {
        resolve: {
          alias: [
            {
              find: /^latchkit\/(protocol|embedded)$/,
              replacement: inRoot('packages/latchkit/src/$1/index.ts'),
            },
          ],
        },
      },
    transform(code, id) {
      if (defence === undefined) return undefined;
      const file = id.split('?')[0];
      if (file === inRoot(defence.file)) return withChanges(code, defence);
      // A style sheet that another one imports is not transformed itself.
      return file.endsWith('.css') ? withImportedStyle(code, file, defence) : undefined;
    },
  };
}

/** The test files in a browser that fail without a defence. */
export function browserSuites() {
  return [...new Set(DEFENCES.map(({ suite }) => suite))].filter(suite => suite.startsWith('e2e/'));
}

/** Replaces the import of the defence's style sheet by its text without the defence. */
function withImportedStyle(code, file, defence) {
  const imported = `@import "./${path.posix.relative(path.dirname(file), inRoot(defence.file))}";`;
  if (!code.includes(imported)) return undefined;
  return code.replace(imported, () => withChanges(readFileSync(inRoot(defence.file), 'utf8'), defence));
}

/**
 * Returns the code without a defence.
 *
 * @param {string} code
 * @param {(typeof DEFENCES)[number]} defence
 * @throws if a search text does not occur exactly once
 */
export function withChanges(code, { name, changes }) {
  return changes.reduce((changed, [search, replacement]) => {
    const count = changed.split(search).length - 1;
    if (count !== 1) throw new Error(`'${name}': '${search}' occurs ${count} times`);
    return changed.replace(search, () => replacement);
  }, code);
}
