import { BaseError } from 'latchkit/protocol';

/** ENOSPC in Emscripten's file system, which PGlite uses. */
const WASI_ENOSPC = 51;
/** PostgreSQL's SQLSTATE `disk_full`. */
const SQLSTATE_DISK_FULL = '53100';

/**
 * Maps an error at startup: returns `DISK_FULL` if a disk has no space left, else the error itself.
 *
 * @param place - Path on that disk, for example the data directory.
 */
export function diskFullError(error: unknown, place: string): unknown {
  const { code, name, errno } = Object(error) as { code?: unknown; name?: unknown; errno?: unknown };
  const isFull =
    code === 'ENOSPC' || code === SQLSTATE_DISK_FULL || (name === 'ErrnoError' && errno === WASI_ENOSPC);
  if (!isFull) return error;
  return new BaseError('DISK_FULL', `No space is left on the disk of ${place}`, {
    details: 'Free some space, or set LATCHKIT_DATA_DIR to a directory on another disk, and start again.',
    cause: error,
  });
}
