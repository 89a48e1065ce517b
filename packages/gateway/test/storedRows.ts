/** Who can make rows of a table, what bounds them, and what ends them. */
interface StoredRows {
  /** `anyone`: a script without a login, also with keys that it makes. */
  readonly who: 'anyone' | 'users' | 'projects' | 'services' | 'operator';
  /** What bounds the rows, for those of `anyone`. */
  readonly quota?: string;
  /** For those of `anyone`: the code that deletes them, which the file contains. */
  readonly end?: readonly [file: string, code: string];
}

const HOUSEKEEPING = 'wallet/durability/housekeeping.ts';

/** Every table into which the services insert. */
export const STORED_ROWS: Readonly<Record<string, StoredRows>> = {
  // Services for projects.
  events: {
    who: 'anyone',
    quota: "STORAGE_QUOTAS['event']",
    end: ['project/analytics/store.ts', 'delete from events where id in'],
  },
  siwx_nonces: {
    who: 'anyone',
    quota: 'LATCHKIT_LIMIT_SIGN_IN per address, for ten minutes',
    end: ['project/siwx/store.ts', 'delete from siwx_nonces where expires_at'],
  },
  siwx_sessions: {
    who: 'anyone',
    quota: "STORAGE_QUOTAS['sign-in'], and 100 of an account",
    end: ['project/siwx/store.ts', 'delete from siwx_sessions where expires_at'],
  },
  granted_permissions: {
    who: 'anyone',
    quota: "STORAGE_QUOTAS['permission'], and 100 of an account",
    end: ['project/permissions/store.ts', 'delete from granted_permissions where expires_at'],
  },
  account_names: {
    who: 'anyone',
    quota: "STORAGE_QUOTAS['name'], and one of an account",
    end: ['project/profile/store.ts', 'delete from account_names where (skeleton'],
  },
  used_project_ids: { who: 'operator' },
  used_name_messages: {
    who: 'anyone',
    quota: 'LATCHKIT_LIMIT_SIGN_IN per address, for the life of a message',
    end: ['project/profile/store.ts', 'delete from used_name_messages where expires_at'],
  },
  onramp_orders: {
    who: 'anyone',
    quota: "STORAGE_QUOTAS['order']",
    end: ['project/onramp/orderStore.ts', "sweepExpired(database, 'onramp_orders')"],
  },
  relay_messages: {
    who: 'anyone',
    quota: 'DEFAULT_MAILBOX_LIMITS: bytes of a client, a network and all',
    end: ['project/relay/mailbox/databaseMailbox.ts', 'delete from relay_messages'],
  },
  sponsored_operations: {
    who: 'anyone',
    quota: "the project's allowances of gas; the account exists, or a user of the project deploys it",
    end: ['project/aa/sponsorshipStore.ts', 'delete from sponsored_operations'],
  },
  sponsored_accounts: {
    who: 'anyone',
    quota: 'an operation that landed, which the allowances count',
    end: ['project/aa/sponsorshipStore.ts', 'delete from sponsored_accounts'],
  },
  onramp_events: { who: 'services' },
  onramp_exchange: { who: 'operator' },
  payments: { who: 'projects' },
  payment_chains: { who: 'projects' },
  payment_events: { who: 'services' },
  payment_transfers: { who: 'services' },
  reviews: { who: 'services' },
  reviewed_transfers: { who: 'services' },
  used_modes: { who: 'operator' },
  payment_unread: { who: 'services' },
  payment_unread_ranges: { who: 'services' },
  payment_projects: { who: 'operator' },
  projects: { who: 'operator' },
  project_wallet_images: { who: 'operator' },
  storage_floors: { who: 'operator' },
  signing_keys: { who: 'services' },
  indexed_accounts: { who: 'services' },
  indexed_blocks: { who: 'services' },
  indexed_chains: { who: 'services' },
  indexed_tokens: { who: 'services' },
  indexed_transactions: { who: 'services' },

  // Wallet service and vault.
  installations: {
    who: 'anyone',
    quota: 'installationsOfNetwork',
    end: [HOUSEKEEPING, "table: 'installations'"],
  },
  installation_pages: {
    who: 'anyone',
    quota: 'installationsOfNetwork',
    end: [HOUSEKEEPING, "table: 'installation_pages'"],
  },
  auth_txns: {
    who: 'anyone',
    quota: 'signInsOfNetwork and a puzzle; mailsToAddress for known devices',
    end: [HOUSEKEEPING, "expired('auth_txns'"],
  },
  social_txns: {
    who: 'anyone',
    quota: 'startsOfInstallation and startsOfNetwork',
    end: [HOUSEKEEPING, "expired('social_txns'"],
  },
  mailboxes: {
    who: 'anyone',
    quota: 'mailboxesOfInstallation and mailboxesOfNetwork',
    end: [HOUSEKEEPING, "expired('mailboxes')"],
  },
  // The table of counters, the one of sealed messages, and that of migrations have names of their own.
  $table: {
    who: 'anyone',
    quota:
      'of messages: sealedMessagesOfInstallation and sealedMessagesOfNetwork; counters: one for each limit',
    end: [HOUSEKEEPING, "expired('counters')"],
  },
  approvals: {
    who: 'anyone',
    quota: 'a token of the wallet service for a sign-in that it counted, and linksOfSignIn',
    end: [HOUSEKEEPING, "expired('approvals')"],
  },
  used_grants: {
    who: 'anyone',
    quota: 'tokens of the services',
    end: [HOUSEKEEPING, "expired('used_grants')"],
  },
  canary_mails: {
    who: 'services',
    end: [HOUSEKEEPING, "table: 'canary_mails'"],
  },
  audit: { who: 'services' },
  audit_head: { who: 'services' },
  audit_start: { who: 'services' },
  deks: { who: 'services' },
  secrets: { who: 'services' },
  service_keys: { who: 'services' },
  mirror_id: { who: 'services' },
  mirror_outbox: { who: 'services' },
  mirror_peer: { who: 'services' },
  mirror_rows: { who: 'services' },
  mirror_watched: { who: 'services' },
  drills: { who: 'services' },
  drill_turns: { who: 'services' },
  repairs: { who: 'services' },
  concerned_wallets: { who: 'services' },
  withdrawn_sets: { who: 'services' },
  canaries: { who: 'operator' },
  backups: { who: 'operator' },
  restored: { who: 'operator' },
  key_escrows: { who: 'operator' },
  social_credentials: { who: 'operator' },
  address_changes: { who: 'users' },
  approval_addresses: { who: 'users' },
  deleted_wallets: { who: 'users' },
  deletions: { who: 'users' },
  ended_deletions: { who: 'users' },
  export_reminders: { who: 'users' },
  freeze_links: { who: 'users' },
  identities: { who: 'users' },
  linked_identities: { who: 'users' },
  next_epochs: { who: 'users' },
  next_recoveries: { who: 'users' },
  passkey_questions: { who: 'users' },
  passkeys: { who: 'users' },
  password_keys: { who: 'users' },
  portal_codes: { who: 'users' },
  recovery: { who: 'users' },
  recovery_wraps: { who: 'users' },
  refresh_tokens: { who: 'users' },
  revocations: { who: 'users' },
  sessions: { who: 'users' },
  share_sets: { who: 'users' },
  subjects: { who: 'users' },
  users: { who: 'users' },
  vouches: { who: 'users' },
  waiting_recoveries: { who: 'users' },
  wallet_installations: { who: 'users' },
  wallets: { who: 'users' },
};
