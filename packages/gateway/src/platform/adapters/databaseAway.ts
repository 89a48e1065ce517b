import { BaseError } from 'latchkit/protocol';
import { guideUrl } from '../guideUrl.js';

/**
 * SQLSTATEs of connection failures (08), of a server that is stopping or starting (57P), of too many connections (53300), and of one
 * that takes no writes, such as the old primary after a failover (25006).
 */
const AWAY = /^(08...|57P..|53300|25006)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** PostgreSQL's SQLSTATE `insufficient_privilege`. */
const SQLSTATE_DENIED = '42501';

/**
 * Maps an error of the PostgreSQL client: returns `DATABASE_DENIED` if its user may not run the statement, the error itself if the
 * server rejected the statement for another reason, else `DATABASE_UNREACHABLE`.
 */
export function databaseError(error: unknown): unknown {
  // Errors in the caller's code never reached a server.
  if (error instanceof BaseError || error instanceof TypeError || error instanceof RangeError) return error;
  const { code } = error as { readonly code?: unknown };
  if (code === SQLSTATE_DENIED) return denied(error);
  const isRefusal = typeof code === 'string' && SQLSTATE.test(code) && !AWAY.test(code);
  return isRefusal ? error : unreachable(error, 'Check that it runs.');
}

/** The error for a server that cannot be used at startup, without the URL, which may contain a password. */
export function databaseStartError(error: unknown): BaseError {
  const { code } = error as { readonly code?: unknown };
  if (code === '28P01' || code === '28000') return unreachable(error, 'It refuses the user or the password.');
  if (code === SQLSTATE_DENIED) return denied(error);
  if (code === '3D000') return unreachable(error, 'It has no database of this name.');
  if (code === 'ENOTFOUND') return unreachable(error, 'There is no host of this name.');
  if (code === 'ECONNREFUSED') return unreachable(error, 'Nothing listens at this address.');
  return unreachable(error, error instanceof Error ? error.message : 'No reason is known');
}

function denied(cause: unknown): BaseError {
  return new BaseError('DATABASE_DENIED', "The PostgreSQL server denies the gateway's user what it needs", {
    details: [
      cause instanceof Error ? cause.message : 'No reason is known',
      'The user in DATABASE_URL or LATCHKIT_VAULT_DATABASE_URL has to own the database and its tables',
      `Restore a backup with createdb --owner, and with pg_restore --no-owner as this user: see ${guideUrl('upgrade.md#3-go-back')}`,
    ].join('. '),
    cause,
  });
}

function unreachable(cause: unknown, reason: string): BaseError {
  return new BaseError('DATABASE_UNREACHABLE', 'The PostgreSQL server cannot be used', {
    details: `${reason} It is named by DATABASE_URL or LATCHKIT_VAULT_DATABASE_URL.`,
    cause,
  });
}
