import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bin, cacheDir, inRoot } from './paths.mjs';
import { runNode } from './run.mjs';

/**
 * Builds a page of bench/hosts for production with the built packages, through their `exports`, as a host would.
 * Returns the output folder and Vite's manifest.
 */
export async function buildHost(name) {
  const outDir = path.join(cacheDir, 'hosts', name);
  const args = [
    'build',
    inRoot('bench/hosts', name),
    '--config',
    inRoot('bench/hosts/vite.config.mjs'),
    '--outDir',
    outDir,
  ];
  // In a separate process, because Vite reads NODE_ENV and a test runner has set it.
  const { code, output } = await runNode(
    [bin('vite/bin/vite.js'), ...args, '--emptyOutDir', '--logLevel', 'error'],
    {
      quiet: true,
      env: { NODE_ENV: 'production' },
    },
  );
  if (code !== 0) throw new Error(`bench/hosts/${name} does not build:\n${output.trim()}`);
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8'));
  return { name, outDir, manifest };
}

/** Returns chunks of a manifest with everything that they import statically. */
export function staticClosure(manifest, keys) {
  const closure = new Set();
  const visit = key => {
    if (closure.has(key)) return;
    closure.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return closure;
}

/** Returns chunks of a manifest with all their static imports and those dynamic imports that a predicate selects, recursively. */
export function wantedClosure(manifest, keys, isWanted) {
  let closure = staticClosure(manifest, keys);
  for (;;) {
    const dynamic = [...closure]
      .flatMap(key => manifest[key].dynamicImports ?? [])
      .filter(key => isWanted(key) && !closure.has(key));
    if (dynamic.length === 0) return closure;
    closure = staticClosure(manifest, [...closure, ...dynamic]);
  }
}

/** Returns the files of chunks in a manifest, including style sheets. */
export function filesOf(manifest, keys) {
  return [...new Set([...keys].flatMap(key => [manifest[key].file, ...(manifest[key].css ?? [])]))];
}

/** Returns the size in bytes of a built file as a server would send it: brotli at the highest quality. */
export function brotliSize(outDir, file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(path.join(outDir, file)), { params }).length;
}
