import type { CaipAddress } from '../../protocol/caip.js';
import type { AccountTransaction } from '../../protocol/gateway/history.js';

/** What an account did on its network [ENT-16], as far as it was read. */
export interface ActivityState {
  /** CAIP-10 id of the account and network that it is of. */
  readonly account: CaipAddress | undefined;
  /** `loading` a page [STATE-49]; `empty`: there is nothing [STATE-50]; `error`: the last page could not be read [ERR-41]. */
  readonly status: 'idle' | 'loading' | 'ready' | 'empty' | 'error';
  /** Newest first. Spam and other chains' are left out [VAL-25] [VAL-26]. */
  readonly transactions: readonly AccountTransaction[];
  /** Cursor of the next page; undefined: there is none [STATE-51]. */
  readonly next: string | undefined;
}
