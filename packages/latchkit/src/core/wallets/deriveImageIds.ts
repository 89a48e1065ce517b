import type { Connector } from '../adapter/Connector.js';
import type { StateChange } from '../kernel/Kernel.js';
import type { LatchkitState } from '../LatchkitState.js';

/**
 * Completes a change of the state: a connector whose wallet is among the featured or recommended ones of the directory has its
 * image's id. The wallet is found by its rdns, which it declares itself, so it earns no badge by it.
 */
export function deriveImageIds(state: LatchkitState, change: StateChange): Partial<LatchkitState> {
  const changed = typeof change === 'function' ? change(state) : change;
  const { connectors, listings } = { ...state, ...changed };
  const listed = [...listings.featured, ...listings.recommended];
  const withId = (one: Connector): Connector => {
    const rdns = one.info?.rdns;
    const imageId = rdns && listed.find(listing => listing.rdns === rdns)?.image_id;
    if (!imageId || one.imageId) return one;
    return { ...one, imageId, ...(one.connectors && { connectors: one.connectors.map(withId) }) };
  };
  // Only news changes the list, so that unchanged values keep their identity.
  return connectors === state.connectors && listings === state.listings
    ? changed
    : { ...changed, connectors: connectors.map(withId) };
}
