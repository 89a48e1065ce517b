/** The table of emails to canary wallets, in both stores. */
export function canaryMailsTable(schema: string): string {
  return `
    create table ${schema}.canary_mails (
      id uuid primary key,
      email text not null,
      content_ct bytea not null,
      at timestamptz not null
    );
  `;
}

/** The canary wallets and the results of the drills, in the wallet service's store. */
export function drillTables(schema: string): string {
  return `
    create table ${schema}.canaries (
      email text primary key,
      wallet_id uuid not null,
      evm text not null,
      solana text not null,
      -- Keys and share of the installation that opens it every hour.
      state_ct bytea not null,
      dek_id uuid not null,
      created_at timestamptz not null
    );
    create table ${schema}.drills (
      id uuid primary key,
      kind text not null check (kind in ('device', 'recovery', 'restore', 'custodians')),
      at timestamptz not null,
      -- Null: it succeeded.
      failure text
    );
    create index drills_by_kind on ${schema}.drills (kind, at);
    -- One replica at a time runs a drill.
    create table ${schema}.drill_turns (
      kind text primary key,
      until timestamptz not null
    );
  `;
}
