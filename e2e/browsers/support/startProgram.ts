import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** A program that runs. */
export interface Program {
  /** What it says, once it says something like that. */
  hears(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends it, and every program that it started. */
  stop(): Promise<void>;
}

/** Milliseconds that a program has to start. */
export const PATIENCE = 60_000;

/** Starts a program, in a group of its own. */
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
  // A program that cannot be started says so here, and `hears` tells.
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
        const fail = () => reject(new Error(`${command} did not say ${pattern}:\n${output}`));
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
    // All of it has ended.
  }
}

/** The first of several programs that is here, by its path or by a name in one of the folders of PATH. */
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
