import { useCallback } from 'react';
import { dismissAlert, type LatchkitState } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

const alertsOf = (state: LatchkitState) => state.alerts;

/** Latchkit's messages to the developer, most recent last, and a function that dismisses one. */
export function useAlerts() {
  const kit = useLatchkit();
  const dismiss = useCallback((id: number) => dismissAlert(kit, id), [kit]);
  return { alerts: useLatchkitState(alertsOf), dismiss };
}
