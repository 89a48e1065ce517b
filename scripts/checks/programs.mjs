import path from 'node:path';
import { checkLayers } from '../lib/layers.mjs';
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

export const layers = {
  name: 'layers and cycles',
  check: async () => layersOf(inRoot(), ['packages', 'apps']),
};

/** Checks the imports in folders of a repository with our layout. Fails if no TypeScript file was read. */
export function layersOf(cwd, folders) {
  const { files, violations } = checkLayers(cwd, folders, inRoot('.layers.cjs'));
  if (![...files].some(file => /\.tsx?$/.test(file)))
    return { ok: false, text: 'No TypeScript file was read.' };
  return { ok: violations.length === 0, text: violations.join('\n') || `${files.size} modules` };
}

export const unused = program('unused code', 'knip/bin/knip.js', '--no-progress');
