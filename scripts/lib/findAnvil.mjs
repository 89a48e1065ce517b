import { createRequire } from 'node:module';
import path from 'node:path';
import { findOnPath } from './findOnPath.mjs';

const resolveHere = createRequire(import.meta.url).resolve;

/**
 * The anvil program for this machine: the one of its platform package, else the one on PATH. It is started directly because the
 * launcher of `@foundry-rs/anvil` needs that package's install script, and no install script runs here.
 *
 * @param {{ platform?: string, arch?: string, env?: Record<string, string | undefined>, resolve?: (id: string) => string }} [machine]
 */
export function findAnvil(machine = {}) {
  const {
    platform = process.platform,
    arch = process.arch,
    env = process.env,
    resolve = resolveHere,
  } = machine;
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const program = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return path.join(path.dirname(resolve(`${name}/package.json`)), 'bin', program);
  } catch {
    const found = findOnPath([program], env);
    if (found !== undefined) return found;
    throw new Error(
      `anvil was not found: the package ${name} is not installed, and there is no ${program} on PATH. ` +
        'Run npm ci, or install Foundry (https://getfoundry.sh) and add its programs to PATH.',
    );
  }
}
