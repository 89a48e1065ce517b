import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bin, inRoot } from '../lib/paths.mjs';
import { run, runNode } from '../lib/run.mjs';

const folders = ['packages/latchkit', 'packages/gateway'];

/** Runs a check over the tarball of each package, as `npm publish` would make it. */
async function overTarballs(check) {
  const into = await mkdtemp(path.join(os.tmpdir(), 'latchkit-pack-'));
  try {
    const failures = [];
    for (const folder of folders) {
      const packed = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
        cwd: inRoot(folder),
        quiet: true,
      });
      const name = packed.output.trim().split('\n').at(-1);
      const result = packed.code === 0 ? await check(path.join(into, name)) : packed;
      if (result.code !== 0) failures.push(`${folder}:\n${result.output.trim()}`);
    }
    return { ok: failures.length === 0, text: failures.join('\n') };
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

const env = { NO_COLOR: '1', FORCE_COLOR: '0' };

export const publint = {
  name: 'publint',
  check: () =>
    overTarballs(tarball => runNode([bin('publint/src/cli.js'), tarball, '--strict'], { quiet: true, env })),
};

export const attw = {
  name: 'attw',
  check: () =>
    overTarballs(tarball =>
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
      ),
    ),
};

/** What npm users expect to find in a package. */
const expected = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'];

export const contents = {
  name: 'package contents',
  check: () =>
    overTarballs(async tarball => {
      const { output } = await run('tar', ['tzf', tarball], { quiet: true });
      const files = new Set(output.trim().split('\n'));
      const { output: manifest } = await run('tar', ['xzOf', tarball, 'package/package.json'], {
        quiet: true,
      });
      const { repository, homepage, bugs } = JSON.parse(manifest);
      const wrong = [
        ...expected.filter(file => !files.has(`package/${file}`)),
        ...Object.entries({ repository, homepage, bugs }).flatMap(([key, value]) => (value ? [] : [key])),
      ];
      return { code: wrong.length, output: wrong.map(name => `${name} is missing`).join('\n') };
    }),
};

/** Every subpath has types for hosts whose TypeScript resolves modules as Node 10 did. */
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
