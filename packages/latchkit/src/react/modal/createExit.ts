/** How the visitor asks to leave a view. */
export type LeaveRequest = 'escape' | 'press';

/** The visitor's ways out of the shown view. */
export interface Exit {
  /** Does what the visitor asked for, unless the shown view has to ask first. */
  leave(by: LeaveRequest, go: () => void): void;
  /** Has `ask` called in place of leaving. @returns ends that. */
  hold(ask: (by: LeaveRequest) => void): () => void;
}

/** Makes the ways out of one modal. */
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
