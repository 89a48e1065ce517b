import type { Migration } from '../platform/migrate.js';

/** The steps of the project services' schema, in order. PGlite and PostgreSQL run the same steps. */
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
  {
    version: 2,
    name: 'analytics',
    sql: `
      alter table projects add column is_analytics_enabled boolean not null default true;
      create table events (
        id bigint generated always as identity primary key,
        project_id text not null references projects (id) on delete cascade,
        event_id text not null,
        type text not null,
        event text not null,
        address text,
        url text not null,
        domain text not null,
        sdk_type text,
        sdk_version text,
        occurred_at timestamptz not null,
        received_at timestamptz not null default now(),
        props jsonb not null,
        unique (project_id, event_id)
      );
      create index events_by_time on events (project_id, received_at);
      create index events_by_age on events (received_at);
    `,
  },
  {
    version: 3,
    name: 'sign_in',
    sql: `
      create table siwx_nonces (
        nonce text primary key,
        project_id text not null references projects (id) on delete cascade,
        domain text not null,
        expires_at timestamptz not null,
        claimed_at timestamptz
      );
      create index siwx_nonces_by_age on siwx_nonces (expires_at);
      create table siwx_sessions (
        id text primary key,
        project_id text not null references projects (id) on delete cascade,
        account text not null,
        chain_id text not null,
        domain text not null,
        uri text not null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        refresh_secret text not null,
        generation integer not null default 0,
        rotated_at timestamptz not null
      );
      create index siwx_sessions_by_account on siwx_sessions (project_id, account, issued_at desc);
      create index siwx_sessions_by_age on siwx_sessions (expires_at);
      create table signing_keys (
        kid text primary key,
        private_jwk jsonb not null,
        signs_from timestamptz not null
      );
    `,
  },
  {
    version: 4,
    name: 'relay_messages',
    sql: `
      create table relay_messages (
        topic text not null,
        id text not null,
        position bigint generated always as identity,
        -- Null once it was received: the id alone is remembered for a while.
        message text,
        tag bigint not null,
        sender text not null,
        attestation text,
        published_at bigint not null,
        expires_at bigint not null,
        primary key (topic, id)
      );
      create index relay_messages_waiting on relay_messages (topic, position) where message is not null;
      create index relay_messages_by_age on relay_messages (expires_at);
    `,
  },
  {
    version: 5,
    name: 'history',
    sql: `
      create table indexed_chains (
        chain_id text primary key,
        genesis_hash text not null
      );
      create table indexed_blocks (
        chain_id text not null references indexed_chains (chain_id) on delete cascade,
        number bigint not null,
        hash text not null,
        mined_at timestamptz not null,
        primary key (chain_id, number)
      );
      create table indexed_transactions (
        chain_id text not null,
        block_number bigint not null,
        position integer not null,
        record jsonb not null,
        primary key (chain_id, block_number, position),
        foreign key (chain_id, block_number) references indexed_blocks (chain_id, number) on delete cascade
      );
      create table indexed_accounts (
        chain_id text not null,
        account text not null,
        block_number bigint not null,
        position integer not null,
        primary key (chain_id, account, block_number, position),
        foreign key (chain_id, block_number, position)
          references indexed_transactions (chain_id, block_number, position) on delete cascade
      );
      create index indexed_accounts_by_transaction on indexed_accounts (chain_id, block_number, position);
      create table indexed_tokens (
        chain_id text not null references indexed_chains (chain_id) on delete cascade,
        address text not null,
        name text,
        symbol text,
        decimals integer,
        primary key (chain_id, address)
      );
    `,
  },
  {
    version: 6,
    name: 'relay_message_sizes',
    sql: `
      alter table relay_messages
        -- Where it was sent from: an IPv4 address, or a /64 of IPv6. Forgotten with the message.
        add column network text not null default '',
        add column size integer not null generated always as (
          octet_length(coalesce(message, '')) + octet_length(coalesce(attestation, '')) + 300) stored;
    `,
  },
  {
    version: 7,
    name: 'trusted_origins',
    sql: `alter table projects add column trusted_origins jsonb not null default '[]';`,
  },
  {
    version: 8,
    name: 'project_wallets',
    sql: `
      alter table projects add column wallets jsonb not null default '[]';
      -- Apart from the projects, which are read every second.
      create table project_wallet_images (
        project_id text not null references projects (id) on delete cascade,
        hash text not null,
        type text not null,
        content bytea not null,
        primary key (project_id, hash)
      );
      create index project_wallet_images_by_hash on project_wallet_images (hash);
    `,
  },
  {
    version: 9,
    name: 'smart_accounts',
    sql: `
      alter table projects add column smart_accounts jsonb not null default '{}';
      -- User operations that a project pays for, with what they use at most; those of the last 24 hours count.
      create table sponsored_operations (
        project_id text not null references projects (id) on delete cascade,
        chain_id text not null,
        sender text not null,
        nonce text not null,
        user_id text not null,
        gas bigint not null check (gas > 0),
        micro_usd bigint not null,
        counted_at timestamptz not null,
        primary key (project_id, chain_id, sender, nonce)
      );
      create index sponsored_operations_by_age on sponsored_operations (project_id, counted_at);
    `,
  },
  {
    version: 10,
    name: 'granted_permissions',
    sql: `
      create table granted_permissions (
        project_id text not null references projects (id) on delete cascade,
        account text not null,
        pci text not null,
        domain text not null,
        granted jsonb not null,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        revoked_at timestamptz,
        primary key (project_id, account, pci)
      );
    `,
  },
  {
    version: 11,
    name: 'account_names',
    sql: `
      create table account_names (
        label text primary key,
        -- Equal for labels that look alike.
        skeleton text not null unique,
        address text not null,
        attributes jsonb not null,
        -- The account that may register the name instead.
        offered_to text,
        registered_at timestamptz not null,
        -- Nobody can register the name for 90 days.
        released_at timestamptz
      );
      create unique index account_names_by_address on account_names (address) where released_at is null;
      create table used_name_messages (
        digest text primary key,
        expires_at timestamptz not null
      );
      create index used_name_messages_by_age on used_name_messages (expires_at);
      `,
  },
  {
    version: 12,
    name: 'onramp_orders',
    sql: `
      create table onramp_orders (
        id text primary key,
        project_id text not null references projects (id) on delete cascade,
        provider text not null,
        terms jsonb not null,
        address text not null,
        status text not null default 'created',
        transaction_hash text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        expires_at timestamptz not null default now() + interval '90 days'
      );
      create index onramp_orders_by_age on onramp_orders (expires_at);
      -- What providers reported, each event once.
      create table onramp_events (
        provider text not null,
        id text not null,
        order_id text not null references onramp_orders (id) on delete cascade,
        status text not null,
        received_at timestamptz not null default now(),
        primary key (provider, id)
      );
      create index onramp_events_by_order on onramp_events (order_id);
      -- Payments at the development exchange.
      create table onramp_exchange (
        order_id text primary key references onramp_orders (id) on delete cascade,
        card text not null,
        paid_at timestamptz not null default now(),
        -- The transaction that transfers, before it is sent.
        signed text
      );
    `,
  },
  {
    version: 13,
    name: 'payments',
    sql: `
      create table payment_projects (
        project_id text primary key references projects (id) on delete cascade,
        secret_hash text not null unique,
        webhook_url text,
        webhook_secret text not null
      );
      -- The last block whose transfers are stored. A new payment changes the version.
      create table payment_chains (
        chain_id text primary key,
        number bigint not null,
        hash text not null,
        version bigint not null default 0
      );
      -- Amounts are decimal numbers of the smallest units; addresses are in lower case.
      create table payments (
        id text primary key,
        project_id text not null references projects (id) on delete cascade,
        chain_id text not null references payment_chains (chain_id),
        recipient text not null,
        -- Empty: the native currency.
        token text not null,
        amount text not null,
        reference text,
        finality text not null,
        confirmations integer,
        status text not null default 'open',
        received text not null default '0',
        -- The insufficient amount that was last reported.
        told text not null default '0',
        created_at timestamptz not null,
        expires_at timestamptz not null,
        paid_at timestamptz,
        -- Until then, transfers to the recipient are reported as late.
        watched_until timestamptz not null
      );
      create index payments_watched on payments (chain_id, watched_until);
      create index payments_by_recipient on payments (chain_id, recipient, token);
      create table payment_transfers (
        chain_id text not null,
        hash text not null,
        recipient text not null,
        token text not null,
        -- Among the transfers of the transaction with the same recipient and token.
        ordinal integer not null,
        block_number bigint not null,
        included_at timestamptz not null,
        sender text not null,
        amount text not null,
        -- Null: it belongs to none of several open payments.
        payment_id text references payments (id) on delete cascade,
        is_late boolean not null,
        -- No longer on the chain.
        is_removed boolean not null default false,
        primary key (chain_id, hash, recipient, token, ordinal)
      );
      create index payment_transfers_by_payment on payment_transfers (payment_id);
      create index payment_transfers_by_block on payment_transfers (chain_id, block_number);
      create table payment_events (
        id text primary key,
        position bigint generated always as identity,
        project_id text not null references projects (id) on delete cascade,
        body text not null,
        created_at timestamptz not null default now(),
        attempts integer not null default 0,
        -- The next attempt, or the end of the claim of the replica that sends it.
        next_at timestamptz not null default now(),
        expires_at timestamptz not null default now() + interval '30 days',
        -- Delivered or given up.
        ended_at timestamptz,
        is_delivered boolean not null default false
      );
      create index payment_events_due on payment_events (next_at) where ended_at is null;
      create index payment_events_by_age on payment_events (expires_at);
    `,
  },
  {
    version: 14,
    name: 'unread payment transactions',
    sql: `
      -- Transactions to watched recipients that no node gave in a form that can be read. They are asked for again.
      create table payment_unread (
        chain_id text not null,
        hash text not null,
        recipient text not null,
        block_number bigint not null,
        included_at timestamptz not null,
        reason text not null,
        attempts integer not null default 1,
        first_seen timestamptz not null,
        next_at timestamptz not null,
        primary key (chain_id, hash, recipient)
      );
      create index payment_unread_due on payment_unread (chain_id, next_at);
      create index payment_unread_by_recipient on payment_unread (chain_id, recipient, first_seen);
      -- Where a recipient has more of them than are stored one by one: the blocks to read again.
      create table payment_unread_ranges (
        chain_id text not null,
        recipient text not null,
        first_number bigint not null,
        last_number bigint not null,
        -- When the last one was seen.
        seen_at timestamptz not null,
        -- How far it has been read again this time. Null: from its newest block.
        progress text,
        attempts integer not null default 1,
        next_at timestamptz not null,
        primary key (chain_id, recipient)
      );
    `,
  },
  {
    version: 15,
    name: 'payments of each project',
    sql: `
      alter table payments
        add constraint payments_of_project unique (project_id, id),
        -- The head of the chain when the payment was created. Null: it was not stored.
        add column from_number bigint,
        add column from_hash text;
      create index payments_by_place on payments (project_id, chain_id, recipient, token);
      -- Each project that watches a recipient has a row of its own for a transfer.
      alter table payment_transfers
        add column project_id text references projects (id) on delete cascade,
        -- The order in which the transfers were seen.
        add column position bigint,
        -- Id of the payment that the transfer names, of any project.
        add column names text,
        add column is_sender_certain boolean not null default true,
        -- Its payment was then the only open one.
        add column is_alone boolean not null default false,
        -- False: it is to be reported once a block contains it.
        add column is_told boolean not null default true;
      update payment_transfers t set project_id = p.project_id,
        is_alone = not exists (select 1 from payments o
          where o.project_id = p.project_id and o.id <> p.id and o.chain_id = p.chain_id and o.recipient = p.recipient
            and o.token = p.token and o.created_at <= t.included_at and o.expires_at >= t.included_at
            and (o.paid_at is null or o.paid_at >= t.included_at))
        from payments p where p.id = t.payment_id;
      -- The project that was told.
      update payment_transfers t set project_id = (select p.project_id from payments p
          where p.chain_id = t.chain_id and p.recipient = t.recipient and p.token = t.token
          order by p.created_at, p.id limit 1)
        where payment_id is null;
      -- No payment of any project is left there.
      delete from payment_transfers where project_id is null;
      update payment_transfers t set position = n.position
        from (select ctid as at, row_number() over (order by block_number, hash, recipient, token, ordinal) as position
          from payment_transfers) n
        where t.ctid = n.at;
      alter table payment_transfers alter column position set not null;
      alter table payment_transfers alter column position add generated always as identity;
      select setval(pg_get_serial_sequence('payment_transfers', 'position'),
        (select coalesce(max(position), 0) + 1 from payment_transfers), false);
      alter table payment_transfers drop constraint payment_transfers_pkey;
      alter table payment_transfers alter column project_id set not null,
        add primary key (project_id, chain_id, hash, recipient, token, ordinal);
      -- Other projects there saw the transfer in no payment of theirs.
      insert into payment_transfers (project_id, chain_id, hash, recipient, token, ordinal, block_number, included_at, sender,
          amount, payment_id, is_late, is_removed)
        select distinct p.project_id, t.chain_id, t.hash, t.recipient, t.token, t.ordinal, t.block_number, t.included_at,
          t.sender, t.amount, null, false, t.is_removed
        from payment_transfers t join payments p
          on p.chain_id = t.chain_id and p.recipient = t.recipient and p.token = t.token and p.project_id <> t.project_id
        where p.created_at <= t.included_at and p.watched_until >= t.included_at;
      -- A row is of the same project as its payment.
      alter table payment_transfers drop constraint payment_transfers_payment_id_fkey,
        add foreign key (project_id, payment_id) references payments (project_id, id) on delete cascade;
      drop index payment_transfers_by_payment;
      create index payment_transfers_by_payment on payment_transfers (project_id, payment_id);
      create index payment_transfers_by_place on payment_transfers (project_id, chain_id, recipient, token);
    `,
  },
  {
    version: 16,
    name: 'modes and reviews',
    sql: `
      -- In which modes the data was used: what development made means nothing in production.
      create table used_modes (
        mode text primary key check (mode in ('development', 'production')),
        first_at timestamptz not null default now()
      );
      insert into used_modes (mode, first_at)
        select 'development', created_at from projects where id = repeat('0', 32);
      -- What was looked through once, for the operator.
      create table reviews (
        name text primary key,
        at timestamptz not null default now(),
        looked_at integer not null default 0,
        differing integer not null default 0
      );
      -- Transfers that counted for another payment than they would by the rules of today. Nothing follows from a row.
      create table reviewed_transfers (
        project_id text not null references projects (id) on delete cascade,
        chain_id text not null,
        hash text not null,
        recipient text not null,
        token text not null,
        ordinal integer not null,
        sender text not null,
        amount text not null,
        -- The payment for which it counts, and the one for which it would. Null: none.
        payment_id text,
        would_be_id text,
        primary key (project_id, chain_id, hash, recipient, token, ordinal)
      );
    `,
  },
  {
    version: 18,
    name: 'looks of account names',
    sql: `
      -- What a name looks like: equal for names that readers confuse. Names that were alike before stay, so it is not unique.
      alter table account_names add column look text not null generated always as (
        btrim(replace(replace(translate(skeleton, 'iłø丨ᅵᄋー一ᅳ', 'llollo---'), 'æ', 'ae'), 'cl', 'd'), '-')
      ) stored;
      create index account_names_by_look on account_names (look);
    `,
  },
  {
    version: 19,
    name: 'ends of sponsored operations',
    sql: `
      alter table sponsored_operations
        -- A hash of where it came from.
        add column network text not null default '',
        -- Whether the account was not known yet.
        add column is_first boolean not null default false,
        -- From then on no chain takes the operation. Null: the paymaster has not signed it yet.
        add column valid_until timestamptz,
        add column landed_at timestamptz;
      update sponsored_operations set valid_until = counted_at + interval '24 hours';
      create index sponsored_operations_waiting on sponsored_operations (project_id, valid_until)
        where landed_at is null;
      -- Accounts with an operation that landed. They are known a day later.
      create table sponsored_accounts (
        project_id text not null references projects (id) on delete cascade,
        account text not null,
        first_at timestamptz not null,
        used_at timestamptz not null,
        primary key (project_id, account)
      );
      create index sponsored_accounts_by_age on sponsored_accounts (project_id, used_at);
      -- Who used sponsored fees before accounts were told apart keeps them.
      insert into sponsored_accounts (project_id, account, first_at, used_at)
        select distinct project_id, sender, now() - interval '24 hours', now() from sponsored_operations;
    `,
  },
  {
    version: 20,
    name: 'what projects stored',
    sql: `
      -- Bytes of a project's largest day before there were quotas, which no quota is below.
      create table storage_floors (
        project_id text not null references projects (id) on delete cascade,
        kind text not null,
        bytes bigint not null,
        primary key (project_id, kind)
      );
      insert into storage_floors (project_id, kind, bytes)
        select project_id, kind, max(bytes) from (
          select project_id, 'event' as kind, received_at::date as day, sum(pg_column_size(events.*)) as bytes
            from events group by 1, 3
          union all
          select project_id, 'sign-in', issued_at::date, sum(pg_column_size(siwx_sessions.*))
            from siwx_sessions group by 1, 3
          union all
          select project_id, 'permission', created_at::date, sum(pg_column_size(granted_permissions.*))
            from granted_permissions group by 1, 3
          union all
          select project_id, 'order', created_at::date, sum(pg_column_size(onramp_orders.*))
            from onramp_orders group by 1, 3
        ) as days group by project_id, kind;
      create index granted_permissions_by_age on granted_permissions (expires_at);
    `,
  },
  {
    version: 23,
    name: 'relay_network',
    sql: `
      -- The project's id at the WalletConnect network, whose relay its pages use too; null: they don't.
      alter table projects add column relay_network text;
    `,
  },
  {
    version: 38,
    name: 'parts that are stored together',
    sql: `
      -- What tells apart the small parts of a payment that the row has together, one after the other. Null: it is one transfer.
      alter table payment_transfers add column members text;
      create index payment_transfers_folded on payment_transfers (project_id, chain_id, recipient, token)
        where members is not null;
      -- How often too little was reported.
      alter table payments add column told_count integer not null default 0;
      -- What is new in the range was not read yet, so that it is read whole again at once.
      alter table payment_unread_ranges add column is_again boolean not null default false;
    `,
  },
  {
    version: 39,
    name: 'ids of deleted projects',
    sql: `
      -- Ids that no other project gets: other stores and backups keep what a deleted project had, by its id.
      create table used_project_ids (
        id text primary key,
        deleted_at timestamptz not null default now()
      );
    `,
  },
];
