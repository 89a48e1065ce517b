import path from 'node:path';
import { bin, cacheDir, inRoot } from '../lib/paths.mjs';
import { runNode } from '../lib/run.mjs';

/** Creates a check that passes when a program exits with code 0. */
const program = (name, file, ...args) => ({
  name,
  async check() {
    const { code, output } = await runNode([bin(file), ...args], {
      quiet: true,
      env: { NO_COLOR: '1', FORCE_COLOR: undefined },
    });
    return { ok: code === 0, text: output.trim() };
  },
});

/** Incremental: the compiler rechecks only files that a change affects. The native compiler takes less than half as long. */
export const types = program(
  'types',
  'typescript-native/bin/tsc',
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cacheDir, 'types.tsbuildinfo'),
  '--pretty',
  'false',
  '-p',
  'tsconfig.json',
);

/**
 * Type-checks a host with a registered instance against the built package: a separate program, since `interface Register` is global,
 * and with the compiler that most hosts use.
 */
export const hostTypes = program(
  'host types',
  'typescript/bin/tsc',
  '--pretty',
  'false',
  '-p',
  'packages/latchkit/hostTypes/tsconfig.json',
);

export const lint = program(
  'lint',
  '@biomejs/biome/bin/biome',
  'check',
  '--error-on-warnings',
  '--max-diagnostics=50',
);

/** Fails if no .ts file was read: without its TypeScript parser, dependency-cruiser would find nothing. */
export const layers = {
  name: 'layers and cycles',
  check: () => cruise(inRoot(), ['packages', 'apps']),
};

/** Checks the imports in folders of a repository with our layout. */
export async function cruise(cwd, folders) {
  const { code, output } = await runNode(
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      inRoot('.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...folders,
    ],
    { cwd, quiet: true },
  );
  if (!output.startsWith('{')) return { ok: false, text: output.trim() };
  const { modules, summary } = JSON.parse(output);
  if (!modules.some(({ source }) => /\.tsx?$/.test(source)))
    return { ok: false, text: 'No TypeScript file was read. Is typescript installed?' };
  const lines = summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? cycle.map(step => step.name).join(' → ') : to;
    return `${rule.name}: ${from} → ${way}`;
  });
  return { ok: code === 0 && lines.length === 0, text: lines.join('\n') || `${modules.length} modules` };
}

export const unused = program('unused code', 'knip/bin/knip.js', '--no-progress');
