import { openDatabase } from './openDatabase.js';

/** Deletes this installation's keys, shares and sessions: the next page of this origin is another installation. */
export async function forgetInstallation(): Promise<void> {
  const database = await openDatabase();
  await Promise.all((['keys', 'doors', 'sessions'] as const).map(store => database.clear(store)));
  database.close();
  try {
    localStorage.clear();
  } catch {
    // Storage is disabled, so there is nothing to delete.
  }
}
