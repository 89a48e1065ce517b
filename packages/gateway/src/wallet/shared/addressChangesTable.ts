/** Changes of an email address. Both stores have this table, because each verifies one of the two addresses. */
export function addressChangesTable(schema: string): string {
  return `
    create table ${schema}.address_changes (
      txn uuid primary key,
      -- Whose address: the gateway's user, the vault's subject; null: the vault keeps nothing of this user.
      owner_id uuid,
      jkt text not null,
      -- Null: there was no address.
      from_bidx text,
      to_bidx text not null,
      addresses_ct bytea not null,
      dek_id uuid not null,
      otp_h text,
      otp_expires_at timestamptz,
      tries integer not null default 0,
      state text not null check (state in ('asked', 'sent', 'proved', 'prepared', 'committed', 'locked')),
      locale text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index address_changes_by_owner on ${schema}.address_changes (owner_id);
    create index address_changes_by_address on ${schema}.address_changes (to_bidx);
    create index address_changes_by_age on ${schema}.address_changes (expires_at);
  `;
}

/** The step that tells an address that is added from one that replaces another. */
export function addressChangeKinds(schema: string): string {
  return `
    alter table ${schema}.address_changes
      -- change: another address of an email login; link: the address of a social login; approvals: no login, see approval_addresses.
      add column kind text not null default 'change' check (kind in ('change', 'link', 'approvals'));
  `;
}

/** The step that adds the kind of a login that is removed. */
export function loginRemovals(schema: string): string {
  return `
    alter table ${schema}.address_changes
      drop constraint address_changes_kind_check,
      add constraint address_changes_kind_check check (kind in ('change', 'link', 'approvals', 'removal'));
  `;
}
