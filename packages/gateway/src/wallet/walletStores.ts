import { socialRepair } from './service/socialRepair.js';
import { WALLET_SCHEMA, walletMigrations } from './service/walletMigrations.js';
import { UNMIRRORED_TABLES } from './shared/mirrorTables.js';
import { VAULT_SCHEMA, vaultMigrations } from './vault/vaultMigrations.js';

/** The wallet service's store (A). */
export const GATEWAY_STORE = {
  name: 'a',
  schema: WALLET_SCHEMA,
  migrations: walletMigrations,
  unmirrored: UNMIRRORED_TABLES,
  repair: `update ${WALLET_SCHEMA}.social_credentials set shared_until = now(); ${socialRepair(WALLET_SCHEMA)}`,
} as const;

/** The vault's store (B). */
export const VAULT_STORE = {
  name: 'b',
  schema: VAULT_SCHEMA,
  migrations: vaultMigrations,
  unmirrored: UNMIRRORED_TABLES,
} as const;
