import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '../ports/Database.js';
import { diskFullError } from './diskFull.js';
import { lockDataDirectory } from './lockDataDirectory.js';
import { pgliteDatabase } from './pgliteDatabase.js';
import { openFiles } from './pgliteRunner.js';
import { canThread, openThread } from './threadedPglite.js';

/** Milliseconds after which an opening that lasts is reported, each time. */
const REPORT_INTERVAL = 2_000;

/** @param text - What the database is doing, a sentence. */
export type ReportOpening = (text: string) => void;

/**
 * Opens PostgreSQL inside this process: with files in a thread of its own, in memory beside everything else.
 *
 * @param dataDirectory - Folder that keeps the data, made when it is missing; in memory when left out.
 * @param report - Called every two seconds while the files are opened.
 * @throws BaseError `DATA_DIRECTORY_IN_USE` when another process has the folder open: two would corrupt it; `DISK_FULL`.
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

/** @param wasLeft - Whether the process that had the database open last ended without closing it. */
function openingText(files: string, wasLeft: boolean): string {
  if (!wasLeft) return `Opening the database in ${files}`;
  return `Recovering the database in ${files}: it was not closed, so its last changes are replayed from the log`;
}
