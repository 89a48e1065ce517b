import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Database } from '../../platform/ports/Database.js';

/** A project's access to payments. */
export interface PaymentProject {
  readonly projectId: string;
  readonly webhookUrl: string | null;
  /** `whsec_` and the key of the signatures in base64, as Standard Webhooks writes it. */
  readonly webhookSecret: string;
}

export interface PaymentProjects {
  find(projectId: string): Promise<PaymentProject | undefined>;
  /** The project that a secret belongs to. */
  withSecret(secret: string): Promise<PaymentProject | undefined>;
  /**
   * Creates the access, or changes it. Only the hash of the secret is stored.
   *
   * @param webhookUrl - Undefined: it stays.
   */
  save(projectId: string, secret: string | undefined, webhookUrl: string | null | undefined): Promise<void>;
  /** Ends the access. @returns whether there was one. */
  remove(projectId: string): Promise<boolean>;
}

const projectRow = z.object({
  projectId: z.string(),
  webhookUrl: z.string().nullable(),
  webhookSecret: z.string(),
});

const COLUMNS = `project_id as "projectId", webhook_url as "webhookUrl", webhook_secret as "webhookSecret"`;

/** A new secret of a project. */
export const newProjectSecret = () => `lks_${randomBytes(32).toString('base64url')}`;

export function paymentProjects(database: Database): PaymentProjects {
  const first = async (where: string, value: string) => {
    const [row] = await database.query(`select ${COLUMNS} from payment_projects where ${where}`, [value]);
    return row && projectRow.parse(row);
  };
  const find = (projectId: string) => first('project_id = $1', projectId);
  return {
    find,
    withSecret: secret => first('secret_hash = $1', hashOf(secret)),
    async save(projectId, secret, webhookUrl) {
      const known = await find(projectId);
      const url = webhookUrl === undefined ? (known?.webhookUrl ?? null) : webhookUrl;
      const webhookSecret = known?.webhookSecret ?? `whsec_${randomBytes(32).toString('base64')}`;
      await database.query(
        `insert into payment_projects (project_id, secret_hash, webhook_url, webhook_secret) values ($1, $2, $3, $4)
         on conflict (project_id) do update
         set secret_hash = coalesce($5, payment_projects.secret_hash), webhook_url = excluded.webhook_url`,
        [projectId, hashOf(secret ?? newProjectSecret()), url, webhookSecret, secret ? hashOf(secret) : null],
      );
    },
    async remove(projectId) {
      const rows = await database.query(
        'delete from payment_projects where project_id = $1 returning project_id',
        [projectId],
      );
      return rows.length > 0;
    },
  };
}

/**
 * The access of the projects that exist: those of `without` have none, whatever the data has.
 *
 * @param without - Ids of projects.
 */
export function existingPaymentProjects(
  database: Database,
  without: readonly string[],
): Pick<PaymentProjects, 'find' | 'withSecret'> {
  const projects = paymentProjects(database);
  const ifExists = (found: PaymentProject | undefined) =>
    found && !without.includes(found.projectId) ? found : undefined;
  return {
    find: async projectId => ifExists(await projects.find(projectId)),
    withSecret: async secret => ifExists(await projects.withSecret(secret)),
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
