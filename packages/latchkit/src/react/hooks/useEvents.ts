import { useEffect, useRef } from 'react';
import type { LatchkitEvent } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';

/**
 * Receives every event of the instance while the component is mounted. The listener may change between renders.
 *
 * @example
 * useEvents(event => console.log(event));
 */
export function useEvents(listener: (event: LatchkitEvent) => void): void {
  const kit = useLatchkit();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => kit.on(event => latest.current(event)), [kit]);
}
