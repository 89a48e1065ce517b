import { getConnections } from '../../core/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** What {@link useConnections} returns. */
export type UseConnectionsReturnType = ReturnType<typeof getConnections>;

/**
 * All connections of the instance.
 *
 * @example
 * const connections = useConnections();
 */
export function useConnections(): UseConnectionsReturnType {
  return useLatchkitState(getConnections);
}
