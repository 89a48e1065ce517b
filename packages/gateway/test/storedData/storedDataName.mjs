import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the new set of a commit.
 *
 * @param {{ repository: string, folder: string, commit: string, checkout?: string | undefined }} wanted `folder`: where the sets are
 * @throws if the set exists, or if the given checkout is not exactly that commit.
 */
export function storedDataName({ repository, folder, commit, checkout }) {
  const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  const name = git(repository, 'rev-parse', '--short=8', `${commit}^{commit}`);
  for (const kind of ['pglite', 'postgres']) {
    const file = `${name}.${kind}.tar.br`;
    if (existsSync(join(folder, file))) throw new Error(`${file} exists: a set is never changed`);
  }
  if (checkout === undefined) return name;
  const wanted = git(repository, 'rev-parse', `${commit}^{commit}`);
  const found = git(checkout, 'rev-parse', 'HEAD');
  if (found !== wanted) throw new Error(`${checkout} is at ${found}, and not at ${wanted}`);
  const changes = git(checkout, 'status', '--porcelain');
  if (changes !== '') throw new Error(`${checkout} has changes:\n${changes}`);
  return name;
}
