import { useCallback, useRef, useState } from 'react';
import { BaseError, isError, type LatchkitError } from '../../core/index.js';

/** Where the last call of an action stands. */
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
      /** What the action threw; what isn't Latchkit's own is REQUEST_FAILED with it as `cause`. */
      readonly error: LatchkitError;
    };

/** The state of an action and what every hook of an action offers beside it. */
export type RequestControls<Result> = RequestState<Result> & {
  /** Forgets the last call; one that is in flight no longer shows. */
  readonly reset: () => void;
};

const IDLE = { status: 'idle', isPending: false, data: undefined, error: undefined } as const;

/**
 * An action as a hook: the function to call, and where its last call stands. The returned promise rejects like the
 * action's own; a caller who only looks at `error` may ignore it without an unhandled rejection. `action` must be stable.
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
