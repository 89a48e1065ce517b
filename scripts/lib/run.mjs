import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** Running programs, which are stopped when this process exits. */
const active = new Set();
process.on('exit', function stopPrograms() {
  for (const child of active) child.kill('SIGTERM');
});

/**
 * Runs a program and waits until it exits.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, timeout?: number }} [options]
 *   `quiet` collects the output instead of showing it; `timeout` in milliseconds.
 * @returns {Promise<{ code: number, output: string }>} never rejects: a program that cannot start has code 127
 */
export function run(command, args, { cwd = root, env = {}, quiet = false, timeout } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      ...(timeout === undefined ? {} : { timeout, killSignal: 'SIGKILL' }),
    });
    active.add(child);
    let output = '';
    const keep = chunk => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', error => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code, signal) => {
      active.delete(child);
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}\nended by ${signal}` });
    });
  });
}

/** Runs a Node program with the current Node binary. */
export const runNode = (args, options) => run(process.execPath, args, options);
