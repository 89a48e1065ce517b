import * as z from 'zod';
import type { SqlRunner } from './ports/Database.js';

/** A table of a schema, as the database describes it. */
export interface StoreTable {
  readonly name: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Names and types of all columns. */
  readonly columns: string;
  readonly references: readonly Reference[];
}

/** A foreign key: `columns` of the table point to `parentColumns` of `parent`, in the same schema. */
interface Reference {
  readonly parent: string;
  readonly columns: readonly string[];
  readonly parentColumns: readonly string[];
}

const names = z.array(z.string());
const tableRow = z.object({
  name: z.string(),
  key: names.nullable(),
  columns: z.string(),
  references: z.array(z.object({ parent: z.string(), columns: names, parentColumns: names })).nullable(),
});

/** Lists the tables of a schema: those that others refer to come first. */
export async function storeTables(runner: SqlRunner, schema: string): Promise<readonly StoreTable[]> {
  const named = (oid: string, numbers: string) => `
    (select json_agg(attname order by place) from unnest(${numbers}) with ordinality as number (n, place)
     join pg_attribute on attrelid = ${oid} and attnum = n)`;
  const rows = await runner.query(
    `select t.relname as name,
       (select ${named('t.oid', 'c.conkey')} from pg_constraint c
        where c.conrelid = t.oid and c.contype = 'p') as key,
       (select string_agg(attname || ' ' || atttypid::regtype, ', ' order by attnum) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
       (select json_agg(json_build_object(
          'parent', parent.relname,
          'columns', ${named('t.oid', 'c.conkey')},
          'parentColumns', ${named('parent.oid', 'c.confkey')}))
        from pg_constraint c join pg_class parent on parent.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f') as "references"
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and t.relkind = 'r' order by t.relname`,
    [schema],
  );
  const tables = rows
    .map(row => tableRow.parse(row))
    .map(table => ({ ...table, key: table.key ?? [], references: table.references ?? [] }));
  return parentsFirst(tables);
}

function parentsFirst(tables: readonly StoreTable[]): readonly StoreTable[] {
  const ordered = new Set<StoreTable>();
  const add = (table: StoreTable, below: readonly string[]) => {
    for (const { parent } of table.references) {
      const found = tables.find(({ name }) => name === parent);
      if (found !== undefined && !below.includes(parent)) add(found, [...below, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, [table.name]);
  return [...ordered];
}
