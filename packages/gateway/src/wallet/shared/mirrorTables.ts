/** Tables of a store whose rows end by themselves: a restored store does without them. */
export const UNMIRRORED_TABLES = [
  'approvals',
  'auth_txns',
  'canary_mails',
  'counters',
  'drill_turns',
  'export_reminders',
  'installation_pages',
  'mailbox',
  'mailboxes',
  'mirror_id',
  'mirror_outbox',
  'mirror_peer',
  'mirror_rows',
  'mirror_watched',
  'passkey_questions',
  'portal_codes',
  'refresh_tokens',
  'restored',
  'schema_migrations',
  'sessions',
  'social_txns',
  'used_grants',
  'vouches',
] as const;

/**
 * Tables of the mirror, which both stores have: the changes that wait for the other store (`mirror_outbox`), and the other
 * store's encrypted rows (`mirror_rows`).
 */
export function mirrorTables(schema: string): string {
  return `
    create table ${schema}.mirror_outbox (
      seq bigserial primary key,
      -- The rows of one transaction are sent together.
      txid text not null,
      at timestamptz not null default clock_timestamp(),
      table_name text not null,
      row_key text not null,
      -- Null: the row was deleted.
      content text
    );
    create index mirror_outbox_by_txid on ${schema}.mirror_outbox (txid);
    -- The tables whose rows were all queued once, with the columns that they had.
    create table ${schema}.mirror_watched (
      table_name text primary key,
      columns text not null
    );
    create table ${schema}.mirror_rows (
      table_name text not null,
      row_key text not null,
      -- Of the other store: an older change never replaces a newer one.
      seq bigint not null,
      -- Null: the row was deleted.
      sealed bytea,
      at timestamptz not null,
      primary key (table_name, row_key)
    );
    -- Identifies mirror_rows: when it is new, the other store sends everything again.
    create table ${schema}.mirror_id (
      one boolean primary key check (one),
      id uuid not null
    );
    insert into ${schema}.mirror_id values (true, gen_random_uuid());
    -- The id of the mirror that the other store had at the last sending.
    create table ${schema}.mirror_peer (
      one boolean primary key check (one),
      id uuid not null
    );
    -- The backups of this store, and how many canary wallets signed with their rows.
    create table ${schema}.backups (
      id uuid primary key,
      at timestamptz not null,
      canaries integer not null
    );
    -- The backups that were restored here: a restore that was interrupted between two databases continues.
    create table ${schema}.restored (
      backup_id uuid primary key,
      at timestamptz not null
    );
    create function ${schema}.queue_change() returns trigger language plpgsql as $body$
    declare
      before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
      after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
      before_key text;
      after_key text;
    begin
      if before = after then return null; end if;
      select jsonb_agg(before -> name order by place)::text, jsonb_agg(after -> name order by place)::text
        into before_key, after_key from unnest(tg_argv) with ordinality as key (name, place);
      if before is not null and (after is null or before_key <> after_key) then
        insert into ${schema}.mirror_outbox (txid, table_name, row_key)
          values (pg_current_xact_id()::text, tg_table_name, before_key);
      end if;
      if after is not null then
        insert into ${schema}.mirror_outbox (txid, table_name, row_key, content)
          values (pg_current_xact_id()::text, tg_table_name, after_key, after::text);
      end if;
      return null;
    end $body$;
  `;
}
