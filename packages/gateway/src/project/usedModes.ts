import * as z from 'zod';
import { guideUrl } from '../platform/guideUrl.js';
import type { Database } from '../platform/ports/Database.js';

/** The modes in which a gateway runs. */
type Mode = 'development' | 'production';

const modeOf = (developmentMode: boolean): Mode => (developmentMode ? 'development' : 'production');
const row = z.object({ at: z.date() });

/** Records that the data is used in a mode. */
export async function recordMode(database: Database, developmentMode: boolean): Promise<void> {
  await database.query('insert into used_modes (mode) values ($1) on conflict do nothing', [
    modeOf(developmentMode),
  ]);
}

/**
 * Explains that the data was used in the other mode, too; undefined if it was not. Changes nothing, and reads data of an older
 * version.
 */
export async function explainModes(
  database: Database,
  developmentMode: boolean,
): Promise<string | undefined> {
  const since = await usedSince(database, modeOf(!developmentMode));
  if (since === undefined) return undefined;
  const day = since.toISOString().slice(0, 10);
  const guide = `see ${guideUrl('upgrade.md#development-and-production')}`;
  return developmentMode
    ? `used in production since ${day}. In development this gateway shows codes of logins, and anyone may use the development project: use a copy; ${guide}`
    : `used in development since ${day}. The development project, its secret, its sign-ins and its payments don't exist in production; all else that development made stays, such as names of accounts whose keys are public: begin with new data; ${guide}`;
}

async function usedSince(database: Database, mode: Mode): Promise<Date | undefined> {
  const has = async (table: string) =>
    (await database.query('select 1 from pg_class where oid = to_regclass($1)', [table])).length > 0;
  if (await has('used_modes')) {
    const [found] = await database.query('select first_at as at from used_modes where mode = $1', [mode]);
    return found && row.parse(found).at;
  }
  if (mode === 'production' || !(await has('projects'))) return undefined;
  const [project] = await database.query(`select created_at as at from projects where id = repeat('0', 32)`);
  return project && row.parse(project).at;
}
