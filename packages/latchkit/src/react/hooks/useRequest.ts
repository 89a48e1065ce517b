import { useCallback, useRef, useState } from 'react';
import { BaseError, isError, type LatchkitError } from '../../core/index.js';

/** The state of the last call of an action. */
export type RequestState<Result> =
  | {
      readonly status: 'idle';
      readonly isPending: false;
      readonly data: undefined;
      readonly error: undefined;
    }
  | {
      readonly status: 'pending';
      readonly isPending: true;
      readonly data: undefined;
      readonly error: undefined;
    }
  | {
      readonly status: 'success';
      readonly isPending: false;
      readonly data: Result;
      readonly error: undefined;
    }
  | {
      readonly status: 'error';
      readonly isPending: false;
      readonly data: undefined;
      /** What the action threw. An error that isn't Latchkit's is wrapped in REQUEST_FAILED, as its `cause`. */
      readonly error: LatchkitError;
    };

/** The state of an action and the controls that every action hook returns. */
export type RequestControls<Result> = RequestState<Result> & {
  /** Clears the state of the last call. A call in flight continues, but its result is no longer shown. */
  readonly reset: () => void;
};

const IDLE = { status: 'idle', isPending: false, data: undefined, error: undefined } as const;

/**
 * Turns an action into a function to call and the state of its last call. The returned promise rejects like the
 * action's own; a caller who only reads `error` may ignore it without an unhandled rejection. `action` must be
 * stable.
 */
export function useRequest<Arguments extends readonly unknown[], Result>(
  action: (...given: Arguments) => Promise<Result>,
): readonly [(...given: Arguments) => Promise<Result>, RequestControls<Result>] {
  const [state, setState] = useState<RequestState<Result>>(IDLE);
  const turns = useRef(0);

  const run = useCallback(
    (...given: Arguments) => {
      turns.current += 1;
      const turn = turns.current;
      const show = (next: RequestState<Result>) => {
        if (turn === turns.current) setState(next);
      };
      show({ status: 'pending', isPending: true, data: undefined, error: undefined });
      const answer = action(...given);
      answer.then(
        data => show({ status: 'success', isPending: false, data, error: undefined }),
        (cause: unknown) =>
          show({ status: 'error', isPending: false, data: undefined, error: toLatchkitError(cause) }),
      );
      return answer;
    },
    [action],
  );
  const reset = useCallback(() => {
    turns.current += 1;
    setState(IDLE);
  }, []);

  return [run, { ...state, reset }];
}

function toLatchkitError(cause: unknown): LatchkitError {
  return isError(cause) ? cause : new BaseError('REQUEST_FAILED', 'Request failed', { cause });
}
