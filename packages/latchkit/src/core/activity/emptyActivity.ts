import type { ActivityState } from './activityState.js';

/** Initial state. Separate file to keep the entry chunk small. */
export const EMPTY_ACTIVITY: ActivityState = {
  account: undefined,
  status: 'idle',
  transactions: [],
  next: undefined,
};
