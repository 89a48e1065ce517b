import type { InstanceOptions } from '../LatchkitOptions.js';
import { isRestrictedTimezone } from './isRestrictedTimezone.js';

/** The options with the gateway URL for this visitor: the alternate one in a restricted timezone. */
export function withServiceAddress(options: InstanceOptions): InstanceOptions {
  const { alternateGateway: gateway } = options;
  // A server's own timezone says nothing about the visitor's.
  if (!gateway || typeof window === 'undefined') return options;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isRestrictedTimezone(timeZone) ? { ...options, gateway } : options;
}
