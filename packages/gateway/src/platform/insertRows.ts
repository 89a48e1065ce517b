import type { SqlRunner } from './ports/Database.js';
import type { StoreTable } from './storeTables.js';

/** Rows per statement. */
const PAGE = 200;

/**
 * Inserts rows, given as JSON, into a table of a schema. Rows that refer to a missing row are left out.
 *
 * @returns the number of inserted rows.
 */
export async function insertRows(
  runner: SqlRunner,
  schema: string,
  table: StoreTable,
  rows: readonly string[],
): Promise<number> {
  const name = `${schema}.${table.name}`;
  const conditions = table.references.map(({ parent, columns, parentColumns }) => {
    const isNull = columns.map(column => `row.${column} is null`).join(' or ');
    const same = columns
      .map((column, index) => `parent.${parentColumns[index]} = row.${column}`)
      .join(' and ');
    return `(${isNull} or exists (select 1 from ${schema}.${parent} parent where ${same}))`;
  });
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  let inserted = 0;
  for (let at = 0; at < rows.length; at += PAGE) {
    // The rows stay text, because numbers of PostgreSQL can be larger than those of JavaScript.
    const made = await runner.query(
      `insert into ${name} overriding system value
       select row.* from jsonb_array_elements($1::jsonb) value, jsonb_populate_record(null::${name}, value) row
       ${where} returning 1`,
      [`[${rows.slice(at, at + PAGE).join(',')}]`],
    );
    inserted += made.length;
  }
  return inserted;
}
