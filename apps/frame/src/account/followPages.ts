import type { AccountParts, AccountUser } from './Account.js';

export interface FollowOptions {
  /** Signs the user out on this page. */
  readonly leave: () => void;
  readonly restore: () => Promise<AccountUser | undefined>;
  readonly onOvertaken: () => void;
}

/** Applies messages from the other pages of this installation. Returns `AccountParts.follow`, which checks on demand. */
export function followPages(
  { session, authState, pageChannel }: AccountParts,
  { leave, restore, onOvertaken }: FollowOptions,
): () => Promise<boolean> {
  const follow = async () => {
    if (!(await session.follow())) return false;
    if (authState.user()) {
      onOvertaken();
      leave();
    }
    // A sign-in on another page applies here too. If it fails, the next call retries it.
    restore().catch(() => {});
    return true;
  };
  pageChannel.listen(({ type }) => {
    if (type === 'SESSION') follow().catch(() => {});
    if (type !== 'FROZEN') return;
    onOvertaken();
    authState.lock();
  });
  return follow;
}
