import { getConnections } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** Every connection of the instance [ENT-07]. */
export function useConnections(): ReturnType<typeof getConnections> {
  return useLatchkitState(getConnections);
}
