/**
 * Lists the optional packages, mostly those of other platforms, that a locked package requires and the lock file lacks.
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

/** Looks up a package as Node does: in the importing package's folder or a folder above it. */
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
