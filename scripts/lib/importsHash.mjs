import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { importGraph } from './importGraph.mjs';
import { inRoot } from './paths.mjs';

/** Configuration that every test depends on. */
const CONFIGURATION =
  /^(package(-lock)?\.json|tsconfig\.base\.json|vitest\.config\.ts|e2e\/vitest\.config\.ts)$/;
const DOCUMENT = /^docs\/|\.md$|(^|\/)LICENSE$/;
const TEST = /\.test(-d|-support)?\.\w+$/;
/** The product, of which journeys run all. */
const PRODUCT = /^(packages|apps|deploy)\//;

const packageOf = file => /^(packages|apps)\/[^/]+\//.exec(file)?.[0];

/**
 * Creates a function that returns a hash of what tests depend on: what they import, all of their package, whose files they may also
 * start or read, and the configuration; as the files are now. With `whole`, the whole product; without tests, every file that is no document.
 *
 * @param {readonly string[]} files all files of the repository
 * @param {(file: string) => string | Buffer} [read]
 * @returns {(tests?: readonly string[], options?: { whole?: boolean }) => string}
 */
export function importsHash(files, read = file => readFileSync(inRoot(file))) {
  const counted = files.filter(file => !DOCUMENT.test(file)).sort();
  const graph = importGraph(counted, file => String(read(file)));
  const contents = new Map(
    counted.map(file => [file, createHash('sha256').update(read(file)).digest('hex')]),
  );
  return (tests, { whole = false } = {}) => {
    const imported = new Set(graph.importedBy(tests ?? []));
    const packages = new Set((tests ?? []).map(packageOf).filter(one => one !== undefined));
    const isPart = file => (whole ? PRODUCT.test(file) : packages.has(packageOf(file)));
    const hash = createHash('sha256');
    for (const file of counted)
      if (
        tests === undefined ||
        imported.has(file) ||
        CONFIGURATION.test(file) ||
        (!TEST.test(file) && isPart(file))
      )
        hash.update(`${file}\0${contents.get(file)}\0`);
    return hash.digest('hex').slice(0, 16);
  };
}
