import { useEffect, useState } from 'react';
import { reasonOf } from './answerPending.js';
import { estimateFee } from './estimateFee.js';
import type { PendingRequest } from './WalletState.js';

interface Fee {
  readonly fee?: string;
  readonly problem?: string;
}

/** The fee of a request as words, once the chain has said; or why it would fail. */
export function useFee(pending: PendingRequest): Fee {
  const [answer, setAnswer] = useState<Fee>({});
  // A review is of one request: what is made anew when something else changes is the same.
  const [asked] = useState(pending);
  useEffect(() => {
    let isCurrent = true;
    estimateFee(asked).then(
      fee => isCurrent && fee !== undefined && setAnswer({ fee }),
      error => isCurrent && setAnswer({ problem: reasonOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  return answer;
}
