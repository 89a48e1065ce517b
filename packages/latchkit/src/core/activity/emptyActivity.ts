import type { ActivityState } from './activityState.js';

/** Nothing was read yet. It stands apart because a host's first chunk carries it. */
export const EMPTY_ACTIVITY: ActivityState = {
  account: undefined,
  status: 'idle',
  transactions: [],
  next: undefined,
};
