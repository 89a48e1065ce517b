import { getConnections } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** All connections of the instance. */
export function useConnections(): ReturnType<typeof getConnections> {
  return useLatchkitState(getConnections);
}
