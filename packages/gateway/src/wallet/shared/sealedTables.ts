/**
 * Tables that both stores of the wallet have: data keys, the root secret, service keys, counters, used grants, and the audit
 * log.
 */
export function sealedTables(schema: string): string {
  return `
    create table ${schema}.secrets (
      name text primary key,
      kek_id text not null,
      wrapped bytea not null
    );
    create table ${schema}.service_keys (
      kid text primary key,
      use text not null check (use in ('sig', 'enc')),
      private_ct bytea not null,
      created_at timestamptz not null
    );
    create table ${schema}.deks (
      id uuid primary key,
      -- Null: the data key of what belongs to no wallet.
      wallet_id uuid,
      kek_id text not null,
      born_kek_id text not null,
      wrapped bytea not null,
      unique nulls not distinct (wallet_id)
    );
    create table ${schema}.counters (
      key text primary key,
      count bigint not null,
      expires_at timestamptz not null
    );
    create index counters_by_age on ${schema}.counters (expires_at);
    create table ${schema}.used_grants (
      jti text not null,
      verb text not null,
      -- What it was used for: the same again is a repetition and no second use.
      used_for text not null,
      expires_at timestamptz not null,
      primary key (jti, verb)
    );
    create index used_grants_by_age on ${schema}.used_grants (expires_at);
    create table ${schema}.audit (
      seq bigint primary key,
      at timestamptz not null,
      actor text not null,
      action text not null,
      subject text not null,
      meta jsonb not null,
      h text not null
    );
    create table ${schema}.audit_head (
      one boolean primary key check (one),
      seq bigint not null,
      h text not null
    );
  `;
}

/** The table of the newest entry that the audit log no longer has. */
export function auditStartTable(schema: string): string {
  return `
    create table ${schema}.audit_start (
      one boolean primary key check (one),
      seq bigint not null,
      h text not null,
      -- Authenticates seq and h with the store's key.
      mac text not null
    );
  `;
}

/** The table of keys that are with custodians. */
export function escrowTable(schema: string): string {
  return `
    create table ${schema}.key_escrows (
      kek_id text primary key,
      custodians integer not null,
      threshold integer not null,
      recorded_at timestamptz not null
    );
  `;
}

/** The table of deleted wallets, of which only the id stays. */
export function deletedWallets(schema: string): string {
  return `
    create table ${schema}.deleted_wallets (
      wallet_id uuid primary key,
      deleted_at timestamptz not null
    );
  `;
}
