/** How the visitor leaves a view. */
export type LeaveRequest = 'escape' | 'press';

/** Controls whether the visitor can leave the shown view. */
export interface Exit {
  /** Calls `go`, unless the shown view holds the exit to ask first. */
  leave(by: LeaveRequest, go: () => void): void;
  /** Calls `ask` instead of leaving. @returns a function that releases the hold. */
  hold(ask: (by: LeaveRequest) => void): () => void;
}

/** Creates the exit of one modal. */
export function createExit(): Exit {
  let held: ((by: LeaveRequest) => void) | undefined;
  return {
    leave(by, go) {
      if (held) held(by);
      else go();
    },
    hold(ask) {
      held = ask;
      return () => {
        if (held === ask) held = undefined;
      };
    },
  };
}
