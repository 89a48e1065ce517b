import { BaseError, PORTAL_PROJECT, projectId } from 'latchkit/protocol';
import { getDomain } from 'tldts';
import * as z from 'zod';
import { isSafeAddress } from '../../platform/http/isSafeAddress.js';
import type { Database, SqlRow, SqlRunner } from '../../platform/ports/Database.js';
import { saveProjectImages } from './projectImages.js';
import { projectSmartAccounts } from './projectSmartAccounts.js';
import { MAX_PROJECT_WALLETS, type ProjectImage, projectWallet } from './projectWallet.js';

const providers = z.union([z.array(z.string().max(40)).max(20), z.literal(false)]);

/** Remote features of a project. The host page decides on a feature that is left out. */
export const projectFeatures = z.object({
  email: z.boolean().optional(),
  socials: providers.optional(),
  swaps: providers.optional(),
  onramp: providers.optional(),
  activity: z.boolean().optional(),
  reownBranding: z.boolean().optional(),
  multiWallet: z.boolean().optional(),
});

/**
 * An origin as browsers send it: https, host and port, nothing more; http only on this machine. `https://*.example.com`
 * matches all names below example.com, for preview deployments.
 */
const origin = z
  .string()
  .max(300)
  .refine(
    text => isOrigin(text) || isPattern(text),
    'is not an origin such as https://app.example.com, or https://*.example.com below a domain of your own',
  );

/** One exact origin: a pattern would trust every name below it. */
const exactOrigin = z.string().max(300).refine(isOrigin, 'is not an origin such as https://app.example.com');

/** An id of a project at the WalletConnect network. */
const networkProjectId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'is not a project id of the WalletConnect network: 32 of 0-9, a-f');

/** A project as it is saved. */
export const projectInput = z.object({
  id: projectId.check(z.refine(id => id !== PORTAL_PROJECT, 'is reserved for the portal')),
  name: z.string().min(1).max(200),
  features: projectFeatures,
  /** Pages that may use the project; empty: any. */
  allowedOrigins: z.array(origin).max(200),
  /** Origins of the owner: the embedded wallet shows payments and permits inside their pages too. */
  trustedOrigins: z.array(exactOrigin).max(200).default([]),
  /** Whether its pages may report events. */
  isAnalyticsEnabled: z.boolean().default(true),
  /** Wallets added to the directory. One with the id of another wallet replaces it. */
  wallets: z.array(projectWallet).max(MAX_PROJECT_WALLETS).default([]),
  /** The project's id at the WalletConnect network, whose relay its pages use too. Absent: they don't. */
  relayNetwork: networkProjectId.optional(),
  /** Sponsored fees and paymasters. */
  smartAccounts: projectSmartAccounts.default({
    hostPaymasters: false,
    permissions: { enabled: false, functions: [], approved: [] },
  }),
});

/** A project with its settings and allowed pages. */
export type Project = z.infer<typeof projectInput>;

/** A project to be saved, in which omitted fields have defaults. */
export type ProjectInput = z.input<typeof projectInput>;

/** Reads and writes projects. Every read queries the database. */
export interface ProjectStore {
  find(id: string): Promise<Project | undefined>;
  /** All projects, by id. */
  list(): Promise<readonly Project[]>;
  /**
   * Creates the project; false when one with this id exists.
   *
   * @param images - Images of its wallets, from `projectWallets`.
   * @throws BaseError `PROJECT_ID_USED` if a project with this id was deleted.
   */
  create(value: ProjectInput, images?: readonly ProjectImage[]): Promise<boolean>;
  /**
   * Creates the project, or replaces it completely.
   *
   * @param images - Images of its new wallets. The images of its other wallets stay.
   * @throws BaseError `PROJECT_ID_USED` if a project with this id was deleted.
   */
  save(value: ProjectInput, images?: readonly ProjectImage[]): Promise<void>;
  /** Deletes the project with its events and sign-ins, for good: no other gets its id. False if it doesn't exist. */
  delete(id: string): Promise<boolean>;
  /** Creates the project unless it exists, even if it was deleted: for the development project, which has no other owner. */
  seed(value: ProjectInput): Promise<void>;
}

const COLUMNS =
  'id, name, features, allowed_origins, trusted_origins, is_analytics_enabled, wallets, smart_accounts, relay_network';

/**
 * Stores projects in this database.
 *
 * @param changed - Called with the id after each change, so that caches can drop it.
 */
export function projectStore(
  database: Database,
  changed: (id: string) => Promise<void> = async () => {},
): ProjectStore {
  const insert = async (
    value: ProjectInput,
    onConflict: string,
    images: readonly ProjectImage[] = [],
    isReturning = false,
  ): Promise<boolean> => {
    const project = projectInput.parse(value);
    const { id, name, features, allowedOrigins, trustedOrigins, isAnalyticsEnabled, wallets } = project;
    const texts = [features, allowedOrigins, trustedOrigins].map(one => JSON.stringify(one));
    const isWritten = await database.transaction(async runner => {
      const rows = await runner.query(
        `insert into projects (${COLUMNS}) values ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6, $7::jsonb, $8::jsonb, $9)
         on conflict (id) do ${onConflict} returning id`,
        [
          id,
          name,
          ...texts,
          isAnalyticsEnabled,
          JSON.stringify(wallets),
          JSON.stringify(project.smartAccounts),
          project.relayNetwork ?? null,
        ],
      );
      if (rows.length === 0) return false;
      // After the insert, which waits for a deletion of the same id.
      if (isReturning) await runner.query('delete from used_project_ids where id = $1', [id]);
      else await requireUnused(runner, id);
      const hashes = wallets.map(({ imageHash }) => imageHash);
      await saveProjectImages(runner, id, images, hashes);
      return true;
    });
    if (isWritten) await changed(id);
    return isWritten;
  };
  return {
    async find(id) {
      // Skip impossible ids: PostgreSQL rejects some strings (NUL) with an error.
      if (!projectId.safeParse(id).success) return undefined;
      const rows = await database.query(`select ${COLUMNS} from projects where id = $1`, [id]);
      return rows[0] && fromRow(rows[0]);
    },
    list: async () => (await database.query(`select ${COLUMNS} from projects order by id`)).map(fromRow),
    create: (value, images) => insert(value, 'nothing', images),
    async save(value, images) {
      await insert(
        value,
        `update set name = excluded.name, features = excluded.features,
           allowed_origins = excluded.allowed_origins, trusted_origins = excluded.trusted_origins,
           is_analytics_enabled = excluded.is_analytics_enabled, wallets = excluded.wallets,
           smart_accounts = excluded.smart_accounts, relay_network = excluded.relay_network,
           updated_at = now()`,
        images,
      );
    },
    async delete(id) {
      const isDeleted = await database.transaction(async runner => {
        const rows = await runner.query('delete from projects where id = $1 returning id', [id]);
        if (rows.length === 0) return false;
        await runner.query('insert into used_project_ids (id) values ($1) on conflict (id) do nothing', [id]);
        return true;
      });
      if (isDeleted) await changed(id);
      return isDeleted;
    },
    async seed(value) {
      await insert(value, 'nothing', [], true);
    },
  };
}

/** @throws BaseError `PROJECT_ID_USED`. */
async function requireUnused(runner: SqlRunner, id: string): Promise<void> {
  const rows = await runner.query('select 1 from used_project_ids where id = $1', [id]);
  if (rows.length > 0)
    throw new BaseError('PROJECT_ID_USED', `A project '${id}' was deleted; its id is not given again`);
}

function fromRow(row: SqlRow): Project {
  return projectInput.parse({
    id: row.id,
    name: row.name,
    features: row.features,
    allowedOrigins: row.allowed_origins,
    trustedOrigins: row.trusted_origins,
    isAnalyticsEnabled: row.is_analytics_enabled,
    wallets: row.wallets,
    smartAccounts: row.smart_accounts,
    relayNetwork: row.relay_network ?? undefined,
  });
}

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value);
    return isSafeAddress(value) && url.origin === value && !value.includes('*');
  } catch {
    return false;
  }
}

/** Whether a value is a pattern. Patterns below a public suffix (`https://*.com`) are invalid: anyone can register a name there. */
function isPattern(value: string): boolean {
  const name = /^https:\/\/\*\.([^*]+)$/.exec(value)?.[1];
  if (name === undefined || !isOrigin(`https://${name}`) || name.includes(':')) return false;
  return getDomain(name, { allowPrivateDomains: true }) !== null;
}
