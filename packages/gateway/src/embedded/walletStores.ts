import { VAULT_SCHEMA, vaultMigrations } from '../migrations/vaultMigrations.js';
import { WALLET_SCHEMA, walletMigrations } from '../migrations/walletMigrations.js';

/** Store A, the gateway's. */
export const GATEWAY_STORE = { name: 'a', schema: WALLET_SCHEMA, migrations: walletMigrations } as const;

/** Store B, the vault's. */
export const VAULT_STORE = { name: 'b', schema: VAULT_SCHEMA, migrations: vaultMigrations } as const;
