import * as z from 'zod';
import type { Database, SqlRow } from '../ports/Database.js';

/** What a project id may look like. */
export const projectId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'is not a project id');

const providers = z.union([z.array(z.string().max(40)).max(20), z.literal(false)]);

/** Remote features of a project [CFG-05]…[CFG-11]. A feature that is left out stays the host page's own choice. */
export const projectFeatures = z.object({
  email: z.boolean().optional(),
  socials: providers.optional(),
  swaps: providers.optional(),
  onramp: providers.optional(),
  activity: z.boolean().optional(),
  reownBranding: z.boolean().optional(),
  multiWallet: z.boolean().optional(),
});

/** An origin as browsers send it: scheme, host and port, nothing more. `*` patterns are not known. */
const origin = z.string().max(300).refine(isOrigin, 'is not an origin such as https://app.example.com');

const project = z.object({
  id: projectId,
  name: z.string().min(1).max(200),
  features: projectFeatures,
  /** Pages that may use the project; empty: any. */
  allowedOrigins: z.array(origin).max(200),
});

/** One project: what it offers and which pages may use it. */
export type Project = z.infer<typeof project>;

/** Reads and writes projects. Every read asks the database, so that a change is served at once by every replica. */
export interface ProjectStore {
  find(id: string): Promise<Project | undefined>;
  /** Creates the project, or replaces its name, features and origins. */
  save(value: Project): Promise<void>;
  /** Creates the project unless it exists. */
  seed(value: Project): Promise<void>;
}

/** The projects of this database. */
export function projectStore(database: Database): ProjectStore {
  const insert = async (value: Project, onConflict: string) => {
    const { id, name, features, allowedOrigins } = project.parse(value);
    await database.query(
      `insert into projects (id, name, features, allowed_origins) values ($1, $2, $3::jsonb, $4::jsonb)
       on conflict (id) do ${onConflict}`,
      [id, name, JSON.stringify(features), JSON.stringify(allowedOrigins)],
    );
  };
  return {
    async find(id) {
      // An id that cannot exist is not asked for: PostgreSQL refuses some strings (NUL) with an error.
      if (!projectId.safeParse(id).success) return undefined;
      const rows = await database.query(
        'select id, name, features, allowed_origins from projects where id = $1',
        [id],
      );
      return rows[0] && fromRow(rows[0]);
    },
    save: value =>
      insert(
        value,
        `update set name = excluded.name, features = excluded.features,
           allowed_origins = excluded.allowed_origins, updated_at = now()`,
      ),
    seed: value => insert(value, 'nothing'),
  };
}

function fromRow(row: SqlRow): Project {
  return project.parse({
    id: row.id,
    name: row.name,
    features: row.features,
    allowedOrigins: row.allowed_origins,
  });
}

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value);
    const web = url.protocol === 'https:' || url.protocol === 'http:';
    return web && url.origin === value && !value.includes('*');
  } catch {
    return false;
  }
}
