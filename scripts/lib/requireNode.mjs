import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** Checks whether a Node version (such as '20.19.0') is at least another (such as '20.19'). */
export function isAtLeast(version, wanted) {
  const have = version.split('.').map(Number);
  for (const [index, part] of wanted.split('.').map(Number).entries()) {
    const difference = (have[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Throws if this Node is older than `engines.node` in package.json. */
export function requireNode(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const wanted = engines.node.replace(/^>=/, '');
  if (!isAtLeast(version, wanted)) {
    throw new Error(
      `Latchkit needs Node ${wanted} or newer, and this is Node ${version}. See https://nodejs.org.`,
    );
  }
}
