import type { Migration } from '../../platform/migrate.js';
import { addressChangeKinds, addressChangesTable, loginRemovals } from '../shared/addressChangesTable.js';
import { canaryMailsTable } from '../shared/canaryTables.js';
import { mirrorTables } from '../shared/mirrorTables.js';
import { auditStartTable, deletedWallets, escrowTable, sealedTables } from '../shared/sealedTables.js';

/** Schema of the vault's store (B): approvals and recovery shares. */
export const VAULT_SCHEMA = 'latchkit_vault';

const S = VAULT_SCHEMA;

/**
 * The steps of the vault's store, in order. `_ct` columns are encrypted for their row, `_bidx` are blind indexes, `_h` are
 * hashes. The stored name of a share is `half`.
 */
export const vaultMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'vault',
    sql: `
      ${sealedTables(S)}
      create table ${S}.subjects (
        id uuid primary key,
        realm text not null,
        provider text not null,
        subject_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        frozen_until timestamptz,
        created_at timestamptz not null,
        unique (realm, provider, subject_bidx)
      );
      create table ${S}.approvals (
        id uuid primary key,
        txn uuid not null unique,
        subject_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        jkt text not null,
        enc_jwk jsonb not null,
        project_id text not null,
        host_origin text not null,
        browser text not null,
        token_h text not null unique,
        network_h text not null,
        state text not null check (state in ('pending', 'approved', 'denied')),
        locale text not null,
        created_at timestamptz not null,
        link_expires_at timestamptz not null,
        decided_at timestamptz,
        expires_at timestamptz not null
      );
      create index approvals_by_age on ${S}.approvals (expires_at);
      create table ${S}.recovery (
        wallet_id uuid not null,
        epoch integer not null,
        version integer not null,
        subject_id uuid not null references ${S}.subjects (id),
        half_ct bytea not null,
        dek_id uuid not null,
        confirmed_at timestamptz,
        created_at timestamptz not null,
        primary key (wallet_id, epoch, version)
      );
      create index recovery_by_subject on ${S}.recovery (subject_id);
      create table ${S}.email_changes (
        txn uuid primary key,
        -- Null: the user has no wallet yet.
        subject_id uuid references ${S}.subjects (id) on delete cascade,
        subject_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        jkt text not null,
        otp_h text,
        otp_expires_at timestamptz,
        tries integer not null default 0,
        state text not null check (state in ('otp_sent', 'prepared', 'locked', 'committed')),
        locale text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
    `,
  },
  {
    version: 2,
    name: 'address changes',
    sql: `
      ${addressChangesTable(S)}
      -- None of before was proved by the vault itself.
      drop table ${S}.email_changes;
    `,
  },
  {
    version: 3,
    name: 'freeze links',
    sql: `
      create table ${S}.freeze_links (
        token_h text primary key,
        -- Null: the vault keeps nothing of this user.
        subject_id uuid references ${S}.subjects (id) on delete cascade,
        -- The change of the address that the link takes back; null: it only freezes.
        txn uuid,
        email_ct bytea not null,
        dek_id uuid not null,
        used_at timestamptz,
        expires_at timestamptz not null
      );
      create index freeze_links_by_age on ${S}.freeze_links (expires_at);
    `,
  },
  { version: 4, name: 'key escrows', sql: escrowTable(S) },
  {
    version: 5,
    name: 'projects of approvals',
    sql: `alter table ${S}.approvals add column project_name text not null default ''`,
  },
  {
    version: 6,
    name: 'changed addresses',
    // Null: the address was never changed.
    sql: `
      alter table ${S}.subjects add column changed_at timestamptz;
      alter table ${S}.address_changes add column marked_at timestamptz;
    `,
  },
  {
    version: 7,
    name: 'social identities',
    sql: `
      -- Identities of social providers have an id at the provider instead of an address.
      alter table ${S}.subjects alter column email_ct drop not null;
      alter table ${S}.subjects add column subject_ct bytea;
      alter table ${S}.subjects add check ((provider = 'email') = (email_ct is not null));
      alter table ${S}.subjects add check ((provider = 'email') = (subject_ct is null));
      alter table ${S}.approvals add column provider text not null default 'email';
      alter table ${S}.approvals alter column email_ct drop not null;
      alter table ${S}.approvals add column subject_ct bytea;
      alter table ${S}.approvals add check ((provider = 'email') = (email_ct is not null));
      alter table ${S}.approvals add check ((provider = 'email') = (subject_ct is null));
      create table ${S}.social_credentials (
        project_id text not null,
        provider text not null,
        sealed_ct bytea not null,
        dek_id uuid not null,
        updated_at timestamptz not null,
        primary key (project_id, provider)
      );
    `,
  },
  {
    version: 8,
    name: 'approval addresses',
    sql: `
      -- Receives the links for new installations of a subject without an email login.
      create table ${S}.approval_addresses (
        subject_id uuid primary key references ${S}.subjects (id) on delete cascade,
        email_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        created_at timestamptz not null
      );
    `,
  },
  {
    version: 9,
    name: 'linked identities',
    sql: `
      ${addressChangeKinds(S)}
      -- The other logins of a subject.
      create table ${S}.linked_identities (
        id uuid primary key,
        subject_id uuid not null references ${S}.subjects (id) on delete cascade,
        realm text not null,
        provider text not null,
        subject_bidx text not null,
        identity_ct bytea not null,
        dek_id uuid not null,
        -- The change that added it.
        txn uuid not null,
        linked_at timestamptz not null,
        unique (realm, provider, subject_bidx)
      );
      create index linked_identities_by_subject on ${S}.linked_identities (subject_id);
    `,
  },
  { version: 10, name: 'removed logins', sql: loginRemovals(S) },
  { version: 11, name: 'mirror', sql: mirrorTables(S) },
  {
    version: 12,
    name: 'passkeys, passwords and recovery delays',
    sql: `
      -- Hours. A shorter delay takes effect at next_delay_at.
      alter table ${S}.subjects add column recovery_delay integer not null default 0;
      alter table ${S}.subjects add column next_delay integer;
      alter table ${S}.subjects add column next_delay_at timestamptz;
      alter table ${S}.recovery add column mode text not null default 'automatic';
      alter table ${S}.recovery add check (mode in ('automatic', 'passkey', 'password'));
      -- In the other modes the half is stored only encrypted with factors.
      alter table ${S}.recovery alter column half_ct drop not null;
      alter table ${S}.recovery alter column dek_id drop not null;
      alter table ${S}.recovery add check ((mode = 'automatic') = (half_ct is not null));
      create table ${S}.passkeys (
        id uuid primary key,
        subject_id uuid not null references ${S}.subjects (id) on delete cascade,
        credential_id text not null unique,
        public_key bytea not null,
        counter bigint not null,
        transports jsonb not null,
        prf_salt text not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      );
      create index passkeys_by_subject on ${S}.passkeys (subject_id);
      -- Seeds of the keys of RFC 9497.
      create table ${S}.password_keys (
        id uuid primary key,
        subject_id uuid not null references ${S}.subjects (id) on delete cascade,
        seed_ct bytea not null,
        dek_id uuid not null,
        salt text not null,
        created_at timestamptz not null
      );
      create index password_keys_by_subject on ${S}.password_keys (subject_id);
      create table ${S}.recovery_wraps (
        wallet_id uuid not null,
        epoch integer not null,
        version integer not null,
        -- A passkey or a password key.
        factor_id uuid not null,
        wrapped_ct bytea not null,
        dek_id uuid not null,
        primary key (wallet_id, epoch, version, factor_id),
        foreign key (wallet_id, epoch, version) references ${S}.recovery on delete cascade
      );
      create table ${S}.passkey_questions (
        challenge text primary key,
        asked_for text not null,
        salt text,
        expires_at timestamptz not null
      );
      create index passkey_questions_by_age on ${S}.passkey_questions (expires_at);
      create table ${S}.waiting_recoveries (
        id uuid primary key,
        subject_id uuid not null references ${S}.subjects (id) on delete cascade,
        jkt text not null,
        browser text not null,
        host_origin text not null,
        state text not null check (state in ('waiting', 'waived', 'cancelled')),
        created_at timestamptz not null,
        opens_at timestamptz not null,
        expires_at timestamptz not null
      );
      create unique index waiting_recoveries_one on ${S}.waiting_recoveries (subject_id, jkt) where state <> 'cancelled';
      create index waiting_recoveries_by_age on ${S}.waiting_recoveries (expires_at);
    `,
  },
  { version: 13, name: 'canary wallets', sql: canaryMailsTable(S) },
  {
    version: 14,
    name: 'deletions',
    sql: `
      ${deletedWallets(S)}
      create index audit_by_subject on ${S}.audit (subject, seq);
    `,
  },
  { version: 15, name: 'start of the audit log', sql: auditStartTable(S) },
  {
    version: 16,
    name: 'second wallets',
    sql: `
      -- Of a wallet that its user moves to: the confirmation of the other wallet does not delete it.
      alter table ${S}.recovery add column is_second boolean not null default false;
    `,
  },
  {
    version: 17,
    name: 'pauses of freezes',
    sql: `alter table ${S}.subjects add column freeze_paused_until timestamptz;`,
  },
  {
    version: 19,
    name: 'identities of projects',
    sql: `
      -- Until then, a project's client proved identities that all projects share. Null: it never did.
      alter table ${S}.social_credentials add column shared_until timestamptz;
      update ${S}.social_credentials set shared_until = now();
    `,
  },
  {
    version: 21,
    name: 'links that have frozen',
    // Links that were used before can be used again until they expire: nothing says whether the wallet service knows.
    sql: `alter table ${S}.freeze_links add column done_at timestamptz;`,
  },
];
