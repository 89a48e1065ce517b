import { useCallback } from 'react';
import type { LatchkitState } from '../../core/index.js';
import { dismissAlert } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

const alertsOf = (state: LatchkitState) => state.alerts;

/** What {@link useAlerts} returns. */
export interface UseAlertsReturnType {
  /** Most recent last. */
  readonly alerts: LatchkitState['alerts'];
  /** Dismisses the message with this id. */
  readonly dismiss: (id: number) => void;
}

/**
 * Latchkit's messages to the developer, and a function that dismisses one.
 *
 * @example
 * const { alerts, dismiss } = useAlerts();
 */
export function useAlerts(): UseAlertsReturnType {
  const kit = useLatchkit();
  const dismiss = useCallback((id: number) => dismissAlert(kit, id), [kit]);
  return { alerts: useLatchkitState(alertsOf), dismiss };
}
