import { VAULT_SCHEMA, vaultMigrations } from '../migrations/vaultMigrations.js';
import { WALLET_SCHEMA, walletMigrations } from '../migrations/walletMigrations.js';

/** The wallet service's store (A). */
export const GATEWAY_STORE = { name: 'a', schema: WALLET_SCHEMA, migrations: walletMigrations } as const;

/** The vault's store (B). */
export const VAULT_STORE = { name: 'b', schema: VAULT_SCHEMA, migrations: vaultMigrations } as const;
