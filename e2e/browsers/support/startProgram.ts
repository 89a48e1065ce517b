import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** A running program. */
export interface Program {
  /** Resolves with the match once the output matches the pattern. */
  hears(pattern: RegExp): Promise<RegExpExecArray>;
  /** Stops it and every program that it started. */
  stop(): Promise<void>;
}

/** Timeout in milliseconds for the start of a program. */
export const PATIENCE = 60_000;

/** Starts a program in its own process group. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // A program that cannot start emits an error, which `hears` reports.
  const exited = once(child, 'exit').catch(() => {});
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  let output = '';
  const keep = (chunk: unknown) => {
    output += String(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    hears: pattern =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${command} did not print ${pattern}:\n${output}`));
        const timer = setTimeout(fail, PATIENCE);
        const look = () => {
          const said = pattern.exec(output);
          if (said === null) return;
          clearTimeout(timer);
          resolve(said);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void exited.then(fail);
        look();
      }),
    async stop() {
      end();
      process.off('exit', end);
      await exited;
    },
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}

/** Returns the first of these programs that is installed, by path or by name on PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = names.flatMap(name =>
    path.isAbsolute(name) ? [name] : folders.map(folder => path.join(folder, name)),
  );
  return places.find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
