import type { DirectoryState } from './directoryState.js';

/** The directory before anything was asked. It stands apart because a host's first chunk carries it. */
export const EMPTY_DIRECTORY: DirectoryState = {
  wallets: [],
  count: 0,
  page: 0,
  search: '',
  certified: false,
  status: 'idle',
  request: 0,
};
