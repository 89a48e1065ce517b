import type { CaipAddress } from '../../protocol/caip.js';
import type { AccountTransaction } from '../../protocol/gateway/history.js';

/** A transaction of the account's history. */
export type ActivityEntry = AccountTransaction & {
  /** Name of the service where this browser bought what arrived. */
  readonly boughtAt?: string;
};

/** The account's transaction history on its network, as far as it was loaded. */
export interface ActivityState {
  /** CAIP-10 id of the account and network of these transactions. */
  readonly account: CaipAddress | undefined;
  /** `loading`: a page is loading; `empty`: no transactions; `error`: the last page could not be read. */
  readonly status: 'idle' | 'loading' | 'ready' | 'empty' | 'error';
  /** Newest first, without spam and transactions on other chains. */
  readonly transactions: readonly ActivityEntry[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Initial state. The entry chunk contains this file, so it holds nothing else. */
export const EMPTY_ACTIVITY: ActivityState = {
  account: undefined,
  status: 'idle',
  transactions: [],
  next: undefined,
};
