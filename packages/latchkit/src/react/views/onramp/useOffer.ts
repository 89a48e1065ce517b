import { useMemo } from 'react';
import type { OnrampState } from '../../../core/index.js';
import { chosenOffer, onrampProblem } from '../../../internal/index.js';

/** The chosen offer, and what is wrong with the amount. */
export function useOffer(onramp: OnrampState) {
  return useMemo(() => ({ offer: chosenOffer(onramp), problem: onrampProblem(onramp) }), [onramp]);
}
