import type { Migration } from '../../platform/migrate.js';
import { addressChangeKinds, addressChangesTable, loginRemovals } from '../shared/addressChangesTable.js';
import { canaryMailsTable, drillTables } from '../shared/canaryTables.js';
import { mirrorTables } from '../shared/mirrorTables.js';
import { auditStartTable, deletedWallets, escrowTable, sealedTables } from '../shared/sealedTables.js';
import { repairTables, socialRepair } from './socialRepair.js';

/** Schema of the wallet service's store (A): users, sessions and its shares. */
export const WALLET_SCHEMA = 'latchkit_wallet';

const S = WALLET_SCHEMA;

/**
 * The steps of the wallet service's store, in order. `_ct` columns are encrypted for their row, `_bidx` are blind indexes,
 * `_h` are hashes. The stored name of a share is `half`.
 */
export const walletMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'wallet',
    sql: `
      ${sealedTables(S)}
      create table ${S}.users (
        id uuid primary key,
        realm text not null,
        frozen_until timestamptz,
        created_at timestamptz not null
      );
      create table ${S}.identities (
        id uuid primary key,
        user_id uuid not null references ${S}.users (id) on delete cascade,
        realm text not null,
        provider text not null,
        subject_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        verified_at timestamptz not null,
        unique (realm, provider, subject_bidx)
      );
      create index identities_by_user on ${S}.identities (user_id);
      create table ${S}.installations (
        id uuid primary key,
        jkt text not null unique,
        enc_jwk jsonb not null,
        kind text not null check (kind in ('frame', 'window')),
        host_origin text not null,
        ephemeral boolean not null,
        browser text not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null
      );
      create table ${S}.auth_txns (
        id uuid primary key,
        kind text not null check (kind in ('sign-in', 'email-update')),
        state text not null check (state in ('device_pending', 'device_ok', 'otp_sent', 'verified', 'locked')),
        jkt text not null,
        project_id text not null,
        host_origin text not null,
        subject_bidx text not null,
        email_ct bytea not null,
        dek_id uuid not null,
        is_known boolean not null,
        user_id uuid,
        otp_h text,
        otp_expires_at timestamptz,
        tries integer not null default 0,
        sends integer not null default 0,
        grant_jti text,
        locale text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index auth_txns_by_age on ${S}.auth_txns (expires_at);
      create table ${S}.sessions (
        id uuid primary key,
        user_id uuid not null references ${S}.users (id) on delete cascade,
        installation_id uuid not null references ${S}.installations (id) on delete cascade,
        project_id text not null,
        host_origin text not null,
        -- The sign-in that made it, whose grant and receipt belong to it.
        txn uuid not null,
        locale text not null,
        created_at timestamptz not null,
        idle_expires_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz
      );
      create index sessions_by_user on ${S}.sessions (user_id);
      create index sessions_by_age on ${S}.sessions (expires_at);
      create table ${S}.refresh_tokens (
        token_h text primary key,
        session_id uuid not null references ${S}.sessions (id) on delete cascade,
        created_at timestamptz not null,
        used_at timestamptz
      );
      create index refresh_tokens_by_session on ${S}.refresh_tokens (session_id);
      create table ${S}.wallets (
        id uuid primary key,
        user_id uuid not null references ${S}.users (id),
        state text not null check (state in ('draft', 'active')),
        epoch integer not null,
        seed_ct bytea not null,
        dek_id uuid not null,
        evm_address text not null,
        owner_address text not null,
        solana_address text not null,
        -- Which of the vault's halves belongs to the epoch; null while it is a draft.
        recovery_version integer,
        created_at timestamptz not null
      );
      create unique index wallets_one_per_user on ${S}.wallets (user_id) where state = 'active';
      create index wallets_drafts on ${S}.wallets (created_at) where state = 'draft';
      create table ${S}.share_sets (
        id uuid primary key,
        wallet_id uuid not null references ${S}.wallets (id) on delete cascade,
        epoch integer not null,
        kind text not null check (kind in ('device', 'recovery')),
        installation_id uuid references ${S}.installations (id) on delete cascade,
        half_ct bytea not null,
        dek_id uuid not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        check ((kind = 'device') = (installation_id is not null)),
        unique nulls not distinct (wallet_id, kind, installation_id)
      );
      create index share_sets_by_installation on ${S}.share_sets (installation_id);
    `,
  },
  {
    version: 2,
    name: 'address changes',
    sql: `
      ${addressChangesTable(S)}
      -- Those of before: none lives longer than half an hour.
      delete from ${S}.auth_txns where kind = 'email-update';
      alter table ${S}.auth_txns drop column kind, drop column user_id;
    `,
  },
  { version: 3, name: 'key escrows', sql: escrowTable(S) },
  {
    version: 4,
    name: 'mailbox',
    // Unlogged, because messages that wait for five minutes need not survive a crash.
    sql: `
      create unlogged table ${S}.mailbox (
        id text primary key,
        -- Null: the letter was taken. The box stays until then, so that nobody can use it again.
        ct text,
        expires_at timestamptz not null
      );
      create index mailbox_by_age on ${S}.mailbox (expires_at);
    `,
  },
  {
    version: 5,
    name: 'changed addresses',
    // Null: the address was never changed.
    sql: `
      alter table ${S}.identities add column changed_at timestamptz;
      alter table ${S}.address_changes add column marked_at timestamptz;
    `,
  },
  {
    version: 6,
    name: 'social sign-ins',
    sql: `
      -- Identities of social providers have a profile instead of an address.
      alter table ${S}.identities alter column email_ct drop not null;
      alter table ${S}.identities add column profile_ct bytea;
      alter table ${S}.identities add check ((provider = 'email') = (email_ct is not null));
      alter table ${S}.identities add check ((provider = 'email') = (profile_ct is null));
      create table ${S}.social_txns (
        id uuid primary key,
        state text not null check (state in ('created', 'armed', 'exchanging', 'done', 'redeemed', 'failed')),
        provider text not null,
        way text not null check (way in ('popup', 'page')),
        jkt text not null,
        project_id text not null,
        host_origin text not null,
        -- The page that the visitor left; null: a popup.
        return_to text,
        locale text not null,
        secret_h text,
        bind_h text,
        failure text,
        -- The identity, until it is redeemed.
        result_ct bytea,
        dek_id uuid,
        result_expires_at timestamptz,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        check ((way = 'page') = (return_to is not null))
      );
      create index social_txns_by_age on ${S}.social_txns (expires_at);
    `,
  },
  {
    version: 7,
    name: 'social credentials',
    sql: `
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
    name: 'sessions of social identities',
    sql: `
      -- Null: a sign-in by email.
      alter table ${S}.sessions
        add column identity_id uuid references ${S}.identities (id) on delete cascade;
      -- The vault's grant, once it opened the recovery set.
      alter table ${S}.social_txns add column grant_jti text;
    `,
  },
  {
    version: 9,
    name: 'abandoned exchanges',
    sql: `
      -- When the provider's response arrived.
      alter table ${S}.social_txns add column taken_at timestamptz;
    `,
  },
  {
    version: 10,
    name: 'sign-ins with Farcaster',
    sql: `
      -- While a relay has no result, result_ct is the token of its channel.
      alter table ${S}.social_txns
        drop constraint social_txns_way_check,
        add constraint social_txns_way_check check (way in ('popup', 'page', 'relay'));
    `,
  },
  { version: 11, name: 'kinds of address changes', sql: addressChangeKinds(S) },
  { version: 12, name: 'removed logins', sql: loginRemovals(S) },
  {
    version: 13,
    name: 'codes of the portal',
    sql: `
      create table ${S}.portal_codes (
        session_id uuid primary key references ${S}.sessions (id) on delete cascade,
        action text not null,
        code_h text not null,
        tries integer not null default 0,
        expires_at timestamptz not null
      );
    `,
  },
  { version: 14, name: 'mirror', sql: mirrorTables(S) },
  {
    version: 15,
    name: 'recovery modes',
    sql: `
      -- For display: the vault decides what its half needs.
      alter table ${S}.wallets add column recovery_mode text not null default 'automatic';
      alter table ${S}.wallets add check (recovery_mode in ('automatic', 'passkey', 'password'));
      -- A half for a new version of the recovery set that is not committed yet.
      create table ${S}.next_recoveries (
        wallet_id uuid primary key references ${S}.wallets (id) on delete cascade,
        epoch integer not null,
        version integer not null,
        mode text not null,
        half_ct bytea not null,
        dek_id uuid not null,
        created_at timestamptz not null
      );
    `,
  },
  { version: 16, name: 'canary wallets', sql: canaryMailsTable(S) + drillTables(S) },
  {
    version: 17,
    name: 'provenance of installations',
    sql: `
      create table ${S}.wallet_installations (
        id uuid primary key,
        wallet_id uuid not null,
        -- No reference: the row outlives the share set of a revoked installation, and the installation.
        installation_id uuid not null,
        origin text not null check (origin in ('created', 'recovered', 'vouched', 'passkey')),
        -- When the wait of the export for it started. Null: it delays no export.
        counts_from timestamptz,
        added_at timestamptz not null,
        -- When an older installation confirmed it.
        confirmed_at timestamptz
      );
      create index wallet_installations_by_wallet on ${S}.wallet_installations (wallet_id, installation_id);
      -- Which installation created a wallet was not recorded.
      insert into ${S}.wallet_installations (id, wallet_id, installation_id, origin, counts_from, added_at)
      select gen_random_uuid(), s.wallet_id, s.installation_id, 'recovered', s.created_at, s.created_at
      from ${S}.share_sets s join ${S}.wallets w on w.id = s.wallet_id
      where s.kind = 'device' and w.state = 'active';
      create table ${S}.vouches (
        id uuid primary key,
        user_id uuid not null references ${S}.users (id) on delete cascade,
        -- The login of the installation that vouches. Null: by email.
        identity_id uuid references ${S}.identities (id) on delete cascade,
        voucher_id uuid not null references ${S}.installations (id) on delete cascade,
        jkt text not null,
        project_id text not null,
        host_origin text not null,
        locale text not null,
        used_at timestamptz,
        expires_at timestamptz not null
      );
      create index vouches_by_age on ${S}.vouches (expires_at);
    `,
  },
  {
    version: 18,
    name: 'deletions',
    sql: `
      create table ${S}.deletions (
        user_id uuid primary key references ${S}.users (id) on delete cascade,
        locale text not null,
        requested_at timestamptz not null,
        due_at timestamptz not null
      );
      create index deletions_by_date on ${S}.deletions (due_at);
      ${deletedWallets(S)}
      create index audit_by_subject on ${S}.audit (subject, seq);
    `,
  },
  {
    version: 19,
    name: 'rekeys in two phases',
    sql: `
      -- A wallet's next epoch that is not committed yet.
      create table ${S}.next_epochs (
        wallet_id uuid primary key references ${S}.wallets (id) on delete cascade,
        epoch integer not null,
        version integer not null,
        installation_id uuid not null references ${S}.installations (id) on delete cascade,
        content_ct bytea not null,
        dek_id uuid not null,
        created_at timestamptz not null
      );
    `,
  },
  { version: 20, name: 'start of the audit log', sql: auditStartTable(S) },
  {
    version: 21,
    name: 'preferred accounts',
    sql: `alter table ${S}.wallets add column preferred_account text not null default 'eoa';`,
  },
  {
    version: 22,
    name: 'reminders of exports',
    sql: `
      create table ${S}.export_reminders (
        user_id uuid primary key references ${S}.users (id) on delete cascade,
        locale text not null,
        created_at timestamptz not null
      );
    `,
  },
  {
    version: 23,
    name: 'second wallets',
    sql: `
      -- new: to move to. old: moved from.
      alter table ${S}.wallets
        drop constraint wallets_state_check,
        add constraint wallets_state_check check (state in ('draft', 'new', 'active', 'old')),
        add column retired_at timestamptz,
        add constraint wallets_retired_check check ((state = 'old') = (retired_at is not null));
      create index wallets_old on ${S}.wallets (retired_at) where state = 'old';
    `,
  },
  {
    version: 24,
    name: 'reminders of moves',
    // The language of the reminder of an old wallet's deletion; null: none is due.
    sql: `alter table ${S}.wallets add column reminder_locale text;`,
  },
  {
    version: 25,
    name: 'pauses of freezes',
    sql: `alter table ${S}.users add column freeze_paused_until timestamptz;`,
  },
  {
    version: 26,
    name: 'browsers that passed the wallet page',
    sql: `
      alter table ${S}.social_txns
        -- Of the cookie of a full-page sign-in.
        add column pass_h text,
        -- When the popup's last page took the ending.
        add column told_at timestamptz;
    `,
  },
  {
    version: 27,
    name: 'logins passed on by the wallet window',
    sql: `alter table ${S}.social_txns add column passed_at timestamptz;`,
  },
  {
    version: 28,
    name: 'pages of mailboxes',
    sql: `
      -- The pages that installations were registered on: origins of one site share an installation.
      create table ${S}.installation_pages (
        installation_id uuid not null references ${S}.installations (id) on delete cascade,
        project_id text not null,
        host_origin text not null,
        registered_at timestamptz not null,
        primary key (installation_id, project_id, host_origin)
      );
      create index installation_pages_by_age on ${S}.installation_pages (registered_at);
      -- As the letters in them, which were not tied to a page before.
      create unlogged table ${S}.mailboxes (
        id text primary key,
        jwk jsonb not null,
        jkt text not null,
        project_id text not null,
        host_origin text not null,
        -- The window's key; null until it opened the mailbox.
        window_jkt text,
        expires_at timestamptz not null
      );
      create index mailboxes_by_age on ${S}.mailboxes (expires_at);
    `,
  },
  {
    version: 29,
    name: 'what a login alone cannot destroy',
    sql: `
      -- Whether a passkey or the password opened the wallet there.
      alter table ${S}.wallet_installations add column by_factor boolean not null default false;
      update ${S}.wallet_installations set by_factor = true where origin = 'passkey';
      -- What the user who asks has of the wallet. Nobody knows that of earlier requests, so they wait as long as those of a login.
      alter table ${S}.deletions add column standing text not null default 'none';
      -- The installation that asked, whose own use does not end the request. Null: not known.
      alter table ${S}.deletions add column asked_by uuid;
      update ${S}.deletions d set due_at = d.requested_at + interval '30 days'
        from ${S}.wallets w where w.user_id = d.user_id and w.state = 'active' and w.recovery_mode <> 'automatic';
      -- A deletion that a login alone asked for, and that a use of the wallet ended.
      create table ${S}.ended_deletions (
        user_id uuid primary key references ${S}.users (id) on delete cascade,
        locale text not null,
        requested_at timestamptz not null,
        ended_at timestamptz not null,
        -- When the addresses of the user were told.
        told_at timestamptz
      );
      create index ended_deletions_untold on ${S}.ended_deletions (ended_at) where told_at is null;
      -- When the installation last showed that a deletion was asked for.
      alter table ${S}.installations add column deletion_seen_at timestamptz;
      -- Installations that another one revoked, and what they objected to.
      create table ${S}.revocations (
        user_id uuid not null references ${S}.users (id) on delete cascade,
        installation_id uuid not null references ${S}.installations (id) on delete cascade,
        revoked_at timestamptz not null,
        objected_at timestamptz,
        froze_at timestamptz,
        primary key (user_id, installation_id)
      );
      create index revocations_by_installation on ${S}.revocations (installation_id);
      -- What the installation that asked for a change of a login had of the wallet.
      alter table ${S}.address_changes add column standing text not null default 'none';
    `,
  },
  {
    version: 30,
    name: 'identities of projects',
    sql: `
      -- Until then, a project's client proved identities that all projects share. Null: it never did.
      alter table ${S}.social_credentials add column shared_until timestamptz;
      update ${S}.social_credentials set shared_until = now();
    `,
  },
  { version: 31, name: 'repair of social logins', sql: repairTables(S) + socialRepair(S) },
  {
    version: 34,
    name: 'logins that come back in another browser',
    sql: `
      -- When the provider's response came in a browser without the cookie of the login. Null: it did not.
      alter table ${S}.social_txns add column elsewhere_at timestamptz;
    `,
  },
  {
    version: 35,
    name: 'access tokens that are revoked',
    sql: `
      -- The access token, until the provider has ended it. Null: there is none.
      alter table ${S}.social_txns add column token_ct bytea;
      alter table ${S}.social_txns add column token_dek_id uuid;
      -- Whose it is (a hash): some providers end all tokens of a user and a client at once.
      alter table ${S}.social_txns add column token_of text;
      -- When it is not needed any more.
      alter table ${S}.social_txns add column token_due_at timestamptz;
      -- When it was last tried. Null: not yet, or it is tried soon.
      alter table ${S}.social_txns add column token_tried_at timestamptz;
      create index social_txns_by_token on ${S}.social_txns (token_due_at) where token_ct is not null;
    `,
  },
  {
    version: 36,
    name: 'accounts that users chose',
    // Wallets from before keep the account that they have. Servers of before add wallets without a value.
    sql: `alter table ${S}.wallets add column account_chosen boolean not null default true;`,
  },
  {
    version: 37,
    name: 'limits of settled installations',
    sql: `
      -- The first installation of those that vouched for each other. Null: the installation itself.
      alter table ${S}.wallet_installations add column root_id uuid;
    `,
  },
];
