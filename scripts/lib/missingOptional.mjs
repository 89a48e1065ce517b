/**
 * The optional packages, which are mostly those of other platforms, that a locked package names and the lock file does not have.
 *
 * @param {any} lock the parsed package-lock.json
 * @returns {{ name: string, version: string, parent: string }[]}
 */
export function missingOptional({ packages }) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isThere(packages, parent, name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

/** Node's lookup: a package is found in the folder of the one that asks, or in a folder above it. */
function isThere(packages, parent, name) {
  for (let folder = parent; ; folder = above(folder)) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function above(folder) {
  const end = folder.lastIndexOf('/node_modules/');
  return end === -1 ? '' : folder.slice(0, end);
}
