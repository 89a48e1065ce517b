import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { diskFullError } from '../../diskFull.js';
import type { Database } from '../../ports/Database.js';
import { lockDataDirectory } from './lockDataDirectory.js';
import { pgliteDatabase } from './pgliteDatabase.js';
import { openFiles } from './pgliteRunner.js';
import { canThread, openThread } from './threadedPglite.js';

/** Interval of the progress reports while opening, in milliseconds. */
const REPORT_INTERVAL = 2_000;

/** @param text - A sentence that describes the progress. */
export type ReportOpening = (text: string) => void;

/**
 * Opens PostgreSQL inside this process: with files in a separate thread, in memory on the main thread.
 *
 * @param dataDirectory - Folder of the data, created if missing; default: in memory.
 * @param report - Called every two seconds while the files are being opened.
 * @throws BaseError `DATA_DIRECTORY_IN_USE` when another process has opened the folder, which would corrupt it; `DISK_FULL`.
 */
export async function openPglite(dataDirectory?: string, report?: ReportOpening): Promise<Database> {
  if (dataDirectory === undefined) return pgliteDatabase(await openFiles());
  const directory = resolve(dataDirectory);
  try {
    return await openDirectory(directory, report);
  } catch (error) {
    throw diskFullError(error, directory);
  }
}

async function openDirectory(directory: string, report: ReportOpening = () => {}): Promise<Database> {
  await mkdir(directory, { recursive: true });
  const lock = await lockDataDirectory(directory);
  const files = join(directory, 'database');
  const reporting = setInterval(() => report(openingText(files, lock.wasLeft)), REPORT_INTERVAL);
  try {
    if (!canThread()) return pgliteDatabase(await openFiles(files), lock.release);
    return await openThread(files, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  } finally {
    clearInterval(reporting);
  }
}

/** @param wasLeft - Whether the last process ended without closing the database. */
function openingText(files: string, wasLeft: boolean): string {
  if (!wasLeft) return `Opening the database in ${files}`;
  return `Recovering the database in ${files}: it was not closed, so its last changes are replayed from the log`;
}
