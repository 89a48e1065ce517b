import type { AccountUser } from './Account.js';
import type { AccountParts } from './AccountParts.js';

export interface FollowOptions {
  /** Nobody is here any more. */
  readonly leave: () => void;
  readonly restore: () => Promise<AccountUser | undefined>;
  readonly onOvertaken: () => void;
}

/** Follows what the other pages of this installation tell. Answers `AccountParts.follow`, which looks for itself. */
export function followPages(
  { session, presence, news }: AccountParts,
  { leave, restore, onOvertaken }: FollowOptions,
): () => Promise<boolean> {
  const follow = async () => {
    if (!(await session.follow())) return false;
    if (presence.user()) {
      onOvertaken();
      leave();
    }
    // Who signed in on the other page is signed in here too. What fails now is asked again with the next call.
    restore().catch(() => {});
    return true;
  };
  news.hear(({ type }) => {
    if (type === 'SESSION') follow().catch(() => {});
    if (type !== 'FROZEN') return;
    onOvertaken();
    presence.lock();
  });
  return follow;
}
