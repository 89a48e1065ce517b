import { BaseError } from 'latchkit/protocol';

/** SQLSTATE of a connection that fails (08), a server that stops or starts (57P) or takes no more connections (53300). */
const AWAY = /^(08...|57P..|53300)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * What to throw for an error of a PostgreSQL server: the error itself where the server refused a statement,
 * `DATABASE_UNREACHABLE` where there was no server to do so.
 */
export function databaseError(error: unknown): unknown {
  // A mistake of the caller's own never reached a server.
  if (error instanceof BaseError || error instanceof TypeError || error instanceof RangeError) return error;
  const { code } = error as { readonly code?: unknown };
  const isRefusal = typeof code === 'string' && SQLSTATE.test(code) && !AWAY.test(code);
  return isRefusal ? error : unreachable(error, 'Check that it runs.');
}

/** Why a server cannot be used at the start. The text does not repeat the address: it may hold a password. */
export function databaseStartError(error: unknown): BaseError {
  const { code } = error as { readonly code?: unknown };
  if (code === '28P01' || code === '28000') return unreachable(error, 'It refuses the user or the password.');
  if (code === '3D000') return unreachable(error, 'It has no database of this name.');
  if (code === 'ENOTFOUND') return unreachable(error, 'There is no host of this name.');
  if (code === 'ECONNREFUSED') return unreachable(error, 'Nothing listens at this address.');
  return unreachable(error, error instanceof Error ? error.message : 'No reason is known');
}

function unreachable(cause: unknown, reason: string): BaseError {
  return new BaseError('DATABASE_UNREACHABLE', 'The PostgreSQL server cannot be used', {
    details: `${reason} It is named by DATABASE_URL or LATCHKIT_VAULT_DATABASE_URL.`,
    cause,
  });
}
