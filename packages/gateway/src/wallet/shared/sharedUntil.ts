import type { LoginProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';

const row = z.object({ until: z.date().nullable() });

/**
 * Until when a project's own client proved identities that all projects share: until the upgrade that gave them to their project.
 * Undefined: it never did.
 */
export async function sharedUntil(
  { schema }: SealedStore,
  runner: SqlRunner,
  projectId: string,
  provider: LoginProvider,
): Promise<Date | undefined> {
  const [found] = await runner.query(
    `select shared_until as "until" from ${schema}.social_credentials where project_id = $1 and provider = $2`,
    [projectId, provider],
  );
  return found && (row.parse(found).until ?? undefined);
}
