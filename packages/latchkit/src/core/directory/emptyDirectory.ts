import type { DirectoryState } from './directoryState.js';

/** Initial state of the directory. Separate file to keep the entry chunk small. */
export const EMPTY_DIRECTORY: DirectoryState = {
  wallets: [],
  count: 0,
  page: 0,
  search: '',
  certified: false,
  status: 'idle',
  request: 0,
};
