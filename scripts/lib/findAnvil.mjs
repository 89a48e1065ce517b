import { createRequire } from 'node:module';
import path from 'node:path';
import { findOnPath } from './findOnPath.mjs';

const resolveHere = createRequire(import.meta.url).resolve;

/**
 * Finds the anvil program for this machine: from its platform package, or else on PATH. The launcher of `@foundry-rs/anvil` is no
 * option, because it needs an install script and none runs here.
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
        'Run npm ci, or install Foundry (https://getfoundry.sh) and add its folder to PATH.',
    );
  }
}
