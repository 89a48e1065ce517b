import { mkdtemp, rm } from 'node:fs/promises';
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
