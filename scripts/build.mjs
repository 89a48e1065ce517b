// npm run build: builds everything that runs or ships, in order. Skips targets whose inputs haven't changed; --force builds all.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { stopwatch } from './lib/clock.mjs';
import { contentHash } from './lib/contentHash.mjs';
import { bin, cacheDir, inRoot } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';
import { developmentFrameKey, OFFLINE_TOOL, signFrame } from './lib/signFrame.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
const latchkitInputs = ['packages/latchkit', 'scripts/client', 'scripts/css.mjs', ...shared];

/** Leaves the types to another program: the `types` check reads code that runs in Node with the same options. */
const unchecked = ['--noCheck'];
/** The native compiler takes a third of the time. Its declarations have other quotes, and another order of members, than those of `tsc`. */
const compiler = 'typescript-native/bin/tsc';

/** The build targets. All others depend on the first; they don't depend on each other. */
const targets = [
  {
    name: 'packages/latchkit',
    inputs: latchkitInputs,
    output: 'packages/latchkit/dist/core/index.js',
    build: async ({ types }) => {
      // With its types checked: the `types` check, which has the types of Node, is less strict for the client.
      const compiled = types ? await compile('packages/latchkit', []) : { code: 0 };
      if (compiled.code !== 0) return compiled;
      // Imported late, because the bundler may have just been installed.
      const { bundleClient } = await import('./client/bundleClient.mjs');
      await bundleClient(inRoot('packages/latchkit/src'), inRoot('packages/latchkit/dist'));
      return { code: 0, output: '' };
    },
  },
  {
    name: 'packages/gateway/template',
    inputs: ['packages/gateway/scripts/makeTemplate.mjs', 'package-lock.json'],
    output: 'packages/gateway/template/pglite.tar.gz',
    build: () => runNode(['packages/gateway/scripts/makeTemplate.mjs'], { quiet: true }),
  },
  {
    name: 'packages/gateway',
    needsTypes: true,
    inputs: [
      'packages/gateway/src',
      'packages/gateway/data',
      'packages/gateway/package.json',
      'packages/gateway/tsconfig.build.json',
      'packages/latchkit/src/protocol',
      ...shared,
    ],
    output: 'packages/gateway/dist/index.js',
    build: () => compile('packages/gateway'),
  },
  {
    name: 'apps/solana-devnet',
    needsTypes: true,
    inputs: ['apps/solana-devnet', 'packages/latchkit/src/testing', ...shared],
    output: 'apps/solana-devnet/dist/cli.js',
    build: () => compile('apps/solana-devnet'),
  },
  {
    name: 'apps/bitcoin-regtest',
    needsTypes: true,
    inputs: ['apps/bitcoin-regtest', 'packages/latchkit/src/testing', ...shared],
    output: 'apps/bitcoin-regtest/dist/cli.js',
    build: () => compile('apps/bitcoin-regtest'),
  },
  {
    name: 'apps/dev-bundler',
    needsTypes: true,
    inputs: ['apps/dev-bundler', 'packages/latchkit/src/protocol', ...shared],
    output: 'apps/dev-bundler/dist/cli.js',
    build: () => compile('apps/dev-bundler'),
  },
  {
    name: 'apps/dev-idp',
    needsTypes: true,
    inputs: ['apps/dev-idp', ...shared],
    output: 'apps/dev-idp/dist/cli.js',
    build: () => compile('apps/dev-idp'),
  },
  {
    name: 'apps/frame',
    inputs: [
      'apps/frame',
      'apps/offline-tool',
      'packages/keyring/src',
      'packages/latchkit/src/protocol',
      'packages/gateway/scripts/copyFrame.mjs',
      'packages/gateway/package.json',
      'scripts/lib/signFrame.mjs',
      ...shared,
    ],
    // The gateway package ships the page and the offline tool, whose hash is in the page's manifest.
    output: 'packages/gateway/frame/index.html',
    build: async () => {
      const page = await buildPage('apps/frame', 'production');
      if (page.code !== 0) return page;
      const windows = await buildPage('apps/frame', 'windows');
      if (windows.code !== 0) return windows;
      const tool = await buildPage('apps/offline-tool', 'production');
      if (tool.code !== 0) return tool;
      copyFileSync(inRoot('apps/offline-tool/dist', OFFLINE_TOOL), inRoot('apps/frame/dist', OFFLINE_TOOL));
      signFrame(inRoot('apps/frame/dist'), developmentFrameKey());
      return runNode(['packages/gateway/scripts/copyFrame.mjs'], { quiet: true });
    },
  },
  {
    name: 'apps/canary',
    inputs: ['apps/canary', 'packages/keyring/src', 'packages/latchkit/src/protocol', ...shared],
    // The gateway package ships the program.
    output: 'packages/gateway/canary/canary.mjs',
    build: () => runNode(['apps/canary/build.mjs'], { quiet: true }),
  },
  {
    name: 'apps/demo',
    inputs: ['apps/demo', ...latchkitInputs],
    output: 'apps/demo/dist/index.html',
    build: async () => {
      const page = await buildPage('apps/demo', 'production');
      return page.code === 0 ? buildPage('apps/demo', 'wallet') : page;
    },
  },
];

/** Builds a page. The demo and the wallet page have two modes; the first one empties the output folder. */
const buildPage = (folder, mode) =>
  runNode([bin('vite/bin/vite.js'), 'build', '--mode', mode, '--logLevel', 'warn'], {
    cwd: inRoot(folder),
    // Vite reads NODE_ENV, which a test runner sets to 'test'.
    env: { NODE_ENV: 'production' },
    quiet: true,
  });

const programOf = folder => ['-p', path.posix.join(folder, 'tsconfig.build.json'), '--pretty', 'false'];

/**
 * Compiles a package without checking its types, then removes files that only an earlier build wrote.
 *
 * @param {string} folder
 * @param {readonly string[]} [options] none: checks the types too, and writes nothing if they are wrong
 */
async function compile(folder, options = unchecked) {
  const result = await runNode(
    [bin(compiler), ...programOf(folder), ...options, '--noEmitOnError', '--listEmittedFiles'],
    { quiet: true },
  );
  const lines = result.output.split('\n');
  if (result.code !== 0)
    return { ...result, output: lines.filter(line => !line.startsWith('TSFILE: ')).join('\n') };
  const written = new Set(
    lines.filter(line => line.startsWith('TSFILE: ')).map(line => path.resolve(line.slice(8).trim())),
  );
  const dist = inRoot(folder, 'dist');
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && /\.(js|js\.map|d\.ts)$/.test(file) && !written.has(file)) rmSync(file);
  }
  return result;
}

/**
 * Writes the generated sources (`*.gen.ts`), which the compiler, the linter and the tests need. Installs missing packages first,
 * because checks and tests also run after a checkout that added some.
 */
export async function generate() {
  await install();
  const { code, output } = await runNode(['scripts/css.mjs'], { quiet: true });
  if (code !== 0) throw new Error(`scripts/css.mjs failed:\n${output}`);
}

/**
 * Builds the targets that are out of date: first the package that all others need, then two at a time. Throws when one fails.
 *
 * @param {{ log?: (line: string) => void, force?: boolean, only?: string, types?: boolean }} [options] `only` names one target.
 *   Without `types`, the declarations of the first package stay as they are, unless another target that is built needs them.
 * @returns {Promise<boolean>} whether anything was out of date
 */
export async function build({ log = console.log, force = false, only, types = true } = {}) {
  let built = false;
  await generate();
  const record = path.join(cacheDir, 'build.json');
  const done = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const isCurrent = (target, ...keys) =>
    !force && existsSync(inRoot(target.output)) && keys.some(key => done[key] === contentHash(target.inputs));
  const make = async (target, withTypes = true) => {
    const codeOnly = `${target.name} without types`;
    if (isCurrent(target, target.name, ...(withTypes ? [] : [codeOnly]))) return;
    const hash = contentHash(target.inputs);
    const time = stopwatch();
    log(`Building ${target.name} …`);
    const { code, output } = await target.build({ types: withTypes });
    if (code !== 0) throw new Error(`${target.name} does not build:\n${output.trim()}`);
    // One of both describes the output: JSON leaves the other out.
    Object.assign(done, { [target.name]: undefined, [codeOnly]: undefined });
    done[withTypes ? target.name : codeOnly] = hash;
    mkdirSync(cacheDir, { recursive: true });
    writeFileSync(record, JSON.stringify(done, undefined, 2));
    log(`Built ${target.name} in ${time()}.`);
    built = true;
  };
  const there = targets.filter(({ inputs }) => existsSync(inRoot(inputs[0])));
  const [first, ...queue] = only === undefined ? there : there.filter(({ name }) => name === only);
  await make(first, types || queue.some(target => target.needsTypes && !isCurrent(target, target.name)));
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await make(next);
  };
  const failed = await Promise.allSettled([worker(), worker()]);
  for (const { reason } of failed) if (reason !== undefined) throw reason;
  return built;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await install();
    await build({ force: process.argv.includes('--force') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
