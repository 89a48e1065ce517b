/** The tables of what a repair withdrew and whom it concerns. */
export function repairTables(schema: string): string {
  return `
    -- Share sets that open nothing any more. No reference to the installation: the row outlives it.
    create table ${schema}.withdrawn_sets (
      id uuid primary key,
      wallet_id uuid not null references ${schema}.wallets (id) on delete cascade,
      epoch integer not null,
      installation_id uuid not null,
      half_ct bytea not null,
      dek_id uuid not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      withdrawn_at timestamptz not null
    );
    create index withdrawn_sets_by_wallet on ${schema}.withdrawn_sets (wallet_id);
    -- What a repair did, for the operator.
    create table ${schema}.repairs (
      name text primary key,
      at timestamptz not null,
      sets integer not null,
      sessions integer not null
    );
    -- The wallets that it concerns. told_at: when the owner was told.
    create table ${schema}.concerned_wallets (
      wallet_id uuid primary key references ${schema}.wallets (id) on delete cascade,
      told_at timestamptz
    );
  `;
}

/**
 * Repairs what logins of before may have left behind, once: sessions of social logins end, and share sets of installations that such
 * logins added are withdrawn. Users log in again and keep their addresses; a thief can't.
 */
export function socialRepair(schema: string): string {
  return `
    -- Of users with a social login, now or in what the audit log still has.
    create view ${schema}.social_wallets as
      select w.id from ${schema}.wallets w where w.state <> 'draft' and (
        exists (select 1 from ${schema}.identities i where i.user_id = w.user_id and i.provider <> 'email')
        or exists (select 1 from ${schema}.audit a where a.subject = w.user_id::text and a.action = 'sign-in.social'));
    -- Installations that created the wallet, or opened it before the first version with logins by full page. A restored store
    -- doesn't know when it got that version, so it is the day of that version. Which installation created a wallet was not always
    -- recorded: it made its set within moments of the wallet.
    create view ${schema}.kept_installations as
      select p.wallet_id, p.installation_id
      from ${schema}.wallet_installations p join ${schema}.wallets w on w.id = p.wallet_id
      where p.origin = 'created' or p.added_at < '2026-11-23T00:00:00Z'
        or (p.added_at between w.created_at and w.created_at + interval '5 seconds'
          and not exists (select 1 from ${schema}.wallet_installations c
            where c.wallet_id = p.wallet_id and c.origin = 'created'));
    with suspect as (
      select s.id from ${schema}.share_sets s join ${schema}.social_wallets w on w.id = s.wallet_id
      where s.kind = 'device'
        and not exists (select 1 from ${schema}.kept_installations k
          where k.wallet_id = s.wallet_id and k.installation_id = s.installation_id)
        and coalesce((select p.origin from ${schema}.wallet_installations p
          where p.wallet_id = s.wallet_id and p.installation_id = s.installation_id
          order by p.added_at desc, p.id desc limit 1), 'recovered') in ('recovered', 'vouched')
    ), moved as (
      delete from ${schema}.share_sets s using suspect where s.id = suspect.id
      returning s.id, s.wallet_id, s.epoch, s.installation_id, s.half_ct, s.dek_id, s.created_at, s.last_used_at
    )
    insert into ${schema}.withdrawn_sets
      (id, wallet_id, epoch, installation_id, half_ct, dek_id, created_at, last_used_at, withdrawn_at)
    select id, wallet_id, epoch, installation_id, half_ct, dek_id, created_at, last_used_at, now() from moved;
    -- Also those of which another installation got the recovery set's share, but kept no set.
    insert into ${schema}.concerned_wallets (wallet_id)
      select wallet_id from ${schema}.withdrawn_sets
      union
      select w.id from ${schema}.social_wallets w join ${schema}.audit a on a.subject = w.id::text
      where a.action = 'half.recovery' and a.at >= '2026-11-23T00:00:00Z' and not exists (
        select 1 from ${schema}.kept_installations k join ${schema}.installations i on i.id = k.installation_id
        where k.wallet_id = w.id and i.jkt = a.actor);
    with ended as (
      update ${schema}.sessions n set revoked_at = now()
      where n.revoked_at is null and (n.identity_id is not null or exists (
        select 1 from ${schema}.withdrawn_sets x join ${schema}.wallets w on w.id = x.wallet_id
        where w.user_id = n.user_id and x.installation_id = n.installation_id))
      returning n.expires_at
    )
    insert into ${schema}.repairs (name, at, sets, sessions)
      select 'social logins', now(), (select count(*) from ${schema}.withdrawn_sets),
        count(*) filter (where expires_at > now()) from ended
      -- An empty store is restored before it has rows, and is repaired then.
      having exists (select 1 from ${schema}.users);
    -- What installations without a set vouched for.
    delete from ${schema}.vouches v where v.used_at is null and not exists (
      select 1 from ${schema}.share_sets s join ${schema}.wallets w on w.id = s.wallet_id
      where s.installation_id = v.voucher_id and w.user_id = v.user_id);
    drop view ${schema}.kept_installations;
    drop view ${schema}.social_wallets;
  `;
}
