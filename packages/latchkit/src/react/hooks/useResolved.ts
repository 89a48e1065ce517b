import { useEffect, useState } from 'react';
import { BaseError, isError } from '../../core/index.js';
import type { RequestState } from './useRequest.js';

const IDLE = { status: 'idle', isPending: false, data: undefined, error: undefined } as const;
const PENDING = { status: 'pending', isPending: true, data: undefined, error: undefined } as const;

/**
 * The result of what `read` resolves to. Reads again when `read` changes; undefined: there is nothing to read. A result of an
 * earlier `read` is not shown.
 */
export function useResolved<Result>(read: (() => Promise<Result>) | undefined): RequestState<Result> {
  const [shown, setShown] = useState<{ readonly read: unknown; readonly state: RequestState<Result> }>();
  useEffect(() => {
    if (!read) return;
    let isCurrent = true;
    const show = (state: RequestState<Result>) => isCurrent && setShown({ read, state });
    read().then(
      data => show({ status: 'success', isPending: false, data, error: undefined }),
      (cause: unknown) => {
        const error = isError(cause) ? cause : new BaseError('REQUEST_FAILED', 'Request failed', { cause });
        show({ status: 'error', isPending: false, data: undefined, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [read]);
  if (!read) return IDLE;
  return shown?.read === read ? shown.state : PENDING;
}
