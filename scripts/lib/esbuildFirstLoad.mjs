import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { inRoot } from './paths.mjs';

/** Returns the bytes, brotli-compressed, of the first load of a page of bench/hosts that esbuild built with code splitting. */
export async function esbuildFirstLoad(name) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: inRoot('bench'),
    entryPoints: [inRoot('bench/hosts', name, 'main.tsx')],
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    // The repository's tsconfig maps the packages to their sources.
    tsconfigRaw: '{}',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: inRoot('bench/dist'),
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const { outputs } = metafile;
  const loaded = new Set();
  const visit = file => {
    if (loaded.has(file) || !outputs[file]) return;
    loaded.add(file);
    for (const { kind, path } of outputs[file].imports) if (kind === 'import-statement') visit(path);
  };
  visit(Object.keys(outputs).find(file => outputs[file].entryPoint?.endsWith('main.tsx')));
  const isLoaded = ({ path }) => loaded.has(path.slice(inRoot('bench').length + 1));
  return outputFiles
    .filter(isLoaded)
    .reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0);
}
