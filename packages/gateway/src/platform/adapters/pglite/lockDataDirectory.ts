import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseError } from 'latchkit/protocol';
import { createFileAtomic } from '../../createFileAtomic.js';

/** Lock files of this process. After a crash in a container, the next process often has the same id. */
const held = new Set<string>();

export interface DataDirectoryLock {
  /** Whether a killed process left its lock, so that the files were not closed cleanly. */
  readonly wasLeft: boolean;
  /** Removes the lock. */
  release(): Promise<void>;
}

/**
 * Marks a data directory as open in this process. PGlite doesn't lock its files, and two processes that write to one
 * directory corrupt it.
 *
 * @throws BaseError `DATA_DIRECTORY_IN_USE` when a running process has the lock.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  const path = join(directory, 'latchkit.lock');
  const wasLeft = !(await tryLock(path));
  if (wasLeft) {
    const holder = await holderOf(path);
    if (held.has(path) || (holder !== undefined && holder !== process.pid && isAlive(holder))) {
      throw new BaseError(
        'DATA_DIRECTORY_IN_USE',
        `Process ${holder ?? process.pid} already uses ${directory}`,
        {
          details: `Stop it, set LATCHKIT_DATA_DIR to another directory, or use a server with DATABASE_URL. If no gateway runs, delete ${path}.`,
        },
      );
    }
    // The lock's process was killed, so replace the lock.
    await rm(path, { force: true });
    if (!(await tryLock(path))) {
      throw new BaseError('DATA_DIRECTORY_IN_USE', `Another process has just taken ${directory}`);
    }
  }
  held.add(path);
  return {
    wasLeft,
    async release() {
      held.delete(path);
      await rm(path, { force: true });
    },
  };
}

const tryLock = (path: string) => createFileAtomic(path, String(process.pid));

async function holderOf(path: string): Promise<number | undefined> {
  const pid = Number(await readFile(path, 'utf8').catch(() => ''));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
