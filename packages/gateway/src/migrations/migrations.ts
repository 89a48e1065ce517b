/** One step of the schema. A step that was released is never edited: a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements, run together in a transaction. */
  readonly sql: string;
}

/** The schema, in order. PGlite and PostgreSQL run the same steps. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'projects',
    sql: `
      create table projects (
        id text primary key check (id ~ '^[0-9A-Za-z_-]{1,64}$'),
        name text not null check (length(name) between 1 and 200),
        features jsonb not null default '{}',
        allowed_origins jsonb not null default '[]',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
    `,
  },
];
