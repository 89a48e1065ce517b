import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { Session } from '../../shared/Session.js';

/**
 * Ends what revoked installations of a user have begun and not completed: a change of the logins, and a new wallet key. Each would log in
 * again to complete it, with what it had of the wallet when it began. A change stays as locked, because the link of an email may have to
 * take back what the vault has done of it.
 *
 * @param revoked - The only one that is revoked. Undefined: all but the calling one.
 */
export async function endBegun(
  { schema }: Pick<SealedStore, 'schema'>,
  runner: SqlRunner,
  { userId, installationId: by }: Pick<Session, 'userId' | 'installationId'>,
  revoked?: string,
): Promise<void> {
  const which = [userId, by, revoked ?? null];
  const isRevoked = 'case when $3::uuid is null then i.id <> $2 else i.id = $3 end';
  await runner.query(
    `update ${schema}.address_changes c set state = 'locked', otp_h = null from ${schema}.installations i
     where c.owner_id = $1 and c.state <> 'committed' and i.jkt = c.jkt and ${isRevoked}`,
    which,
  );
  await runner.query(
    `delete from ${schema}.next_epochs e using ${schema}.wallets w, ${schema}.installations i
     where w.id = e.wallet_id and w.user_id = $1 and i.id = e.installation_id and ${isRevoked}`,
    which,
  );
}
