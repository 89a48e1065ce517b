import type { AccountTransaction } from 'latchkit/protocol';

/** A transaction of which no more is known. */
export interface KnownOfUnread {
  readonly chainId: string;
  readonly hash: string;
  readonly minedAt: Date;
  readonly failed: boolean;
}

/** What a history shows of a transaction that cannot be read. */
export function unreadTransaction({ chainId, hash, minedAt, failed }: KnownOfUnread): AccountTransaction {
  return {
    id: `${chainId}:${hash}`,
    metadata: {
      minedAt: minedAt.toISOString(),
      chain: chainId,
      operationType: 'unread',
      status: failed ? 'failed' : 'confirmed',
      hash,
    },
    transfers: [],
  };
}
