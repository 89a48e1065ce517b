import { useEffect, useState } from 'react';
import { reasonOf } from './answerPending.js';
import { estimateFee } from './estimateFee.js';
import type { PendingRequest } from './WalletState.js';

interface Fee {
  readonly fee?: string;
  readonly problem?: string;
}

/** The fee of a request once the chain has responded, or why the request would fail. */
export function useFee(pending: PendingRequest): Fee {
  const [answer, setAnswer] = useState<Fee>({});
  // The request of a review never changes; later objects describe the same one.
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
