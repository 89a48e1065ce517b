import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bin, inRoot } from '../lib/paths.mjs';
import { run, runNode } from '../lib/run.mjs';

/** The packages, each with files that only its build creates. */
const packages = {
  'packages/latchkit': ['dist/core/index.js'],
  'packages/gateway': [
    'dist/cli.js',
    'dist/platform/adapters/pglite/pgliteThread.js',
    'frame/index.html',
    'template/pglite.tar.gz',
  ],
};

const env = { NO_COLOR: '1', FORCE_COLOR: '0' };

const publint = tarball => runNode([bin('publint/src/cli.js'), tarball, '--strict'], { quiet: true, env });

const attw = tarball =>
  runNode(
    [
      bin('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'ascii',
      '--exclude-entrypoints',
      './style.css',
    ],
    { quiet: true, env },
  );

/** What npm users expect to find in a package. */
const expected = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'];

async function contents(tarball, built) {
  const { output } = await run('tar', ['tzf', tarball], { quiet: true });
  const files = new Set(output.trim().split('\n'));
  const { output: manifest } = await run('tar', ['xzOf', tarball, 'package/package.json'], { quiet: true });
  const { repository, homepage, bugs } = JSON.parse(manifest);
  const wrong = [
    ...[...expected, ...built].filter(file => !files.has(`package/${file}`)),
    ...Object.entries({ repository, homepage, bugs }).flatMap(([key, value]) => (value ? [] : [key])),
  ];
  return { code: wrong.length, output: wrong.map(name => `${name} is missing`).join('\n') };
}

const tools = { publint, attw, contents };

/** Checks the tarball that `npm publish` would upload, and returns the faults by tool. */
async function faultsOf(folder, into) {
  const packed = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
    cwd: inRoot(folder),
    quiet: true,
  });
  const tarball = path.join(into, packed.output.trim().split('\n').at(-1));
  const faults = [];
  for (const [name, look] of Object.entries(tools)) {
    const { code, output } = packed.code === 0 ? await look(tarball, packages[folder]) : packed;
    if (code !== 0) faults.push({ name, text: `${name}, ${folder}:\n${output.trim()}` });
  }
  return faults;
}

export const tarballs = {
  name: 'packages: publint, attw, contents',
  /** Counts one test per tool. */
  async check() {
    const into = await mkdtemp(path.join(os.tmpdir(), 'latchkit-pack-'));
    try {
      const faults = [];
      for (const folder of Object.keys(packages)) faults.push(...(await faultsOf(folder, into)));
      const failed = new Set(faults.map(({ name }) => name)).size;
      return {
        ok: failed === 0,
        text: faults.map(({ text }) => text).join('\n'),
        counts: { passed: Object.keys(tools).length - failed, failed, skipped: 0 },
      };
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  },
};

/** Checks that every subpath has types for hosts with `moduleResolution: node10`. */
export const node10Types = {
  name: 'types for moduleResolution node',
  async check() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkit-node10-'));
    try {
      await mkdir(path.join(folder, 'node_modules'));
      for (const name of ['latchkit', 'viem', 'react', '@types'])
        await symlink(
          name === 'latchkit' ? inRoot('packages/latchkit') : inRoot('node_modules', name),
          path.join(folder, 'node_modules', name),
        );
      const { exports } = JSON.parse(await readFile(inRoot('packages/latchkit/package.json'), 'utf8'));
      const subpaths = Object.keys(exports).filter(key => exports[key].types !== undefined);
      const lines = subpaths.map((key, n) => `export * as m${n} from 'latchkit${key.slice(1)}';`);
      await writeFile(path.join(folder, 'all.ts'), lines.join('\n'));
      const flags =
        '--noEmit --skipLibCheck --strict --target es2022 --module es2022 --moduleResolution node10';
      const { code, output } = await runNode(
        [bin('typescript/bin/tsc'), ...flags.split(' '), '--ignoreDeprecations', '5.0', 'all.ts'],
        { cwd: folder, quiet: true },
      );
      return { ok: code === 0, text: output.trim() };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
