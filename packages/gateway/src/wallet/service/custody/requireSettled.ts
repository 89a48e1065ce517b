import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { type DestroyingAction, requireStanding, type Standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { findProvenance } from './provenance.js';
import { requirePasskeyGrant } from './requirePasskeyGrant.js';
import { hasSet } from './shareSets.js';
import type { Wallet } from './wallets.js';

/** What a session has of a wallet without using a passkey now. */
export interface InstallationStanding {
  readonly standing: Exclude<Standing, 'factor'>;
  /** When a new installation is settled. Undefined: it is, or never will be. */
  readonly settlesAt?: Date;
}

/** What destroys the wallet, and the proof that may come with it. */
export interface Destroying {
  readonly action: DestroyingAction;
  /** Undefined: the user has no wallet, so there is nothing to destroy. */
  readonly wallet: Wallet | undefined;
  /** The vault's grant that a passkey of the wallet was used. */
  readonly grant?: string | undefined;
}

/**
 * Refuses to let a login alone destroy a wallet or a way to it: needs a passkey of the wallet, or an installation that has opened it for
 * 24 hours or with a factor.
 *
 * @returns what the session has of the wallet.
 * @throws HttpError 403 `SETTLED_DEVICE_REQUIRED` or `GRANT_INVALID`.
 */
export async function requireSettled(
  parts: WalletParts,
  runner: SqlRunner,
  session: Session,
  { action, wallet, grant }: Destroying,
): Promise<Standing> {
  if (wallet === undefined) return 'none';
  if (grant !== undefined) {
    await requirePasskeyGrant(parts, runner, session, { walletId: wallet.id, verb: action, grant });
    return 'factor';
  }
  const { standing, settlesAt } = await standingOf(parts.store, runner, wallet, session.installationId);
  requireStanding(action, standing, settlesAt);
  return standing;
}

/** What an installation has of a wallet. One without a record counts as new. */
export async function standingOf(
  store: SealedStore,
  runner: SqlRunner,
  wallet: Wallet,
  installationId: string,
): Promise<InstallationStanding> {
  if (!(await hasSet(store, runner, wallet, installationId))) return { standing: 'none' };
  const found = await findProvenance(store, runner, wallet.id, installationId);
  if (found === undefined) return { standing: 'new' };
  const { countsFrom, byFactor } = found;
  if (byFactor || countsFrom === null) return { standing: 'settled' };
  const settlesAt = new Date(countsFrom.getTime() + WALLET_TIMES.exportWait);
  return settlesAt.getTime() > Date.now() ? { standing: 'new', settlesAt } : { standing: 'settled' };
}
