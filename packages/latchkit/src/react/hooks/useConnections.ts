import type { Connection } from '../../core/index.js';
import { selectConnections } from '../../internal/index.js';
import { useLatchkitState } from './useLatchkitState.js';

/** What {@link useConnections} returns. */
export type UseConnectionsReturnType = readonly Connection[];

/**
 * All connections of the instance.
 *
 * @example
 * const connections = useConnections();
 */
export function useConnections(): UseConnectionsReturnType {
  return useLatchkitState(selectConnections);
}
