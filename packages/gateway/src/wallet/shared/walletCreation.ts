import { isEscrowed } from '../../platform/keyvault/escrow.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { KeyVault } from '../../platform/ports/KeyVault.js';
import type { Mailer } from '../../platform/ports/Mailer.js';
import { CANARY_ADDRESSES, isCanary } from './canaryAddresses.js';

/** Whether a wallet may be created for the user of an email address now; undefined: a user of another login. */
export type MayCreate = (email: string | undefined) => Promise<boolean>;

/** Something that must be true before a production deployment creates wallets. */
export interface CreationCondition {
  /** What is missing, and the variable or command that changes it. */
  readonly refusal: string;
  isMet(): Promise<boolean>;
}

/** What the conditions of one service depend on. */
export interface CreationFacts {
  readonly store: SealedStore;
  readonly keyVault: KeyVault;
  readonly mailer: Mailer;
  readonly frameUrl: string;
  readonly vaultUrl: string;
  /** Whether this process has both stores, so that a backup proves that the canaries' wallets open. */
  readonly hasBothStores: boolean;
  /** The wallet service's: whether the portal's files are served and are those of a signed manifest. */
  readonly isPortalServed?: (() => Promise<boolean>) | undefined;
}

/**
 * The conditions for new wallets in production: a wallet must outlive its operator, so users must be able to export it, and keys
 * and data must survive the machine.
 */
export function creationConditions(facts: CreationFacts): readonly CreationCondition[] {
  const { store, keyVault, mailer, frameUrl, vaultUrl, hasBothStores, isPortalServed } = facts;
  const isGateway = store.name === 'a';
  const [kmsVariable, smtpVariable] = isGateway
    ? ['LATCHKIT_KEK_KMS', 'LATCHKIT_SMTP_URL']
    : ['LATCHKIT_VAULT_KEK_KMS', 'LATCHKIT_VAULT_SMTP_URL'];
  const own: CreationCondition[] = [
    {
      refusal: 'The origins must be https: set LATCHKIT_FRAME_URL and LATCHKIT_VAULT_URL',
      isMet: async () => [frameUrl, vaultUrl].every(url => url.startsWith('https:')),
    },
    {
      refusal: `The key of ${store.schema} is with no custodians: run latchkit-gateway kek ceremony DIRECTORY, or set ${kmsVariable}`,
      isMet: () => isEscrowed(store, store.database, keyVault),
    },
    {
      refusal: `The mail server does not answer: check ${smtpVariable}`,
      isMet: () => answers(mailer),
    },
    {
      refusal: hasBothStores
        ? 'There is no backup in which the canary wallets signed: run latchkit-gateway backup FILE'
        : `There is no backup of ${store.schema}: run latchkit-gateway backup FILE`,
      isMet: () => hasBackup(facts),
    },
  ];
  if (!isGateway) return own;
  if (!hasBothStores) own.push(recoveryCondition(store));
  return [
    {
      refusal:
        "The portal is not served, or its files are not those of a manifest with the signature of this package's key: check LATCHKIT_FRAME_DIR",
      isMet: async () => (await isPortalServed?.()) ?? false,
    },
    ...own,
    {
      refusal: `There are no ${CANARY_ADDRESSES.length} canary wallets: run latchkit-gateway canaries create`,
      isMet: () => hasRows(store, 'canaries', CANARY_ADDRESSES.length),
    },
  ];
}

/** Lists what is missing before wallets may be created. */
export async function creationRefusals(conditions: readonly CreationCondition[]): Promise<readonly string[]> {
  const found = await Promise.all(
    conditions.map(async ({ refusal, isMet }) => ((await isMet()) ? [] : [refusal])),
  );
  return found.flat();
}

/** Decides whether a wallet may be created. Canary wallets are exempt, because the conditions need them. */
export function mayCreateWhere(conditions: readonly CreationCondition[]): MayCreate {
  return async email =>
    (email !== undefined && isCanary(email)) || (await creationRefusals(conditions)).length === 0;
}

function answers(mailer: Mailer): Promise<boolean> {
  return mailer.check().then(
    () => true,
    () => false,
  );
}

async function hasBackup({ store, hasBothStores }: CreationFacts): Promise<boolean> {
  const { database, schema } = store;
  const least = hasBothStores ? CANARY_ADDRESSES.length : 0;
  const rows = await database.query(`select 1 from ${schema}.backups where canaries >= $1 limit 1`, [least]);
  return rows.length > 0;
}

/** A backup of one store cannot show that wallets open, so the canaries must have opened with both stores. */
function recoveryCondition({ database, schema }: SealedStore): CreationCondition {
  return {
    refusal: 'The canary wallets were not recovered with both stores: run latchkit-gateway drill recovery',
    async isMet() {
      const drills = await database.query(
        `select 1 from ${schema}.drills where kind = 'recovery' and failure is null limit 1`,
      );
      return drills.length > 0;
    },
  };
}

async function hasRows({ database, schema }: SealedStore, table: string, least: number): Promise<boolean> {
  const [row] = await database.query(`select count(*)::int >= $1 as "isEnough" from ${schema}.${table}`, [
    least,
  ]);
  return row?.isEnough === true;
}
