import { useEffect, useRef } from 'react';
import type { LatchkitEvent } from '../../core/index.js';
import { useLatchkit } from './useLatchkit.js';

/** Hears every event of the instance while the component is mounted. The listener may change between renders. */
export function useEvents(listener: (event: LatchkitEvent) => void): void {
  const kit = useLatchkit();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => kit.on(event => latest.current(event)), [kit]);
}
