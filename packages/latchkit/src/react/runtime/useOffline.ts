import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Whether the browser says that it is offline, so that a failed read can name the cause.
 *
 * @param retry - Repeats the read when the browser is online again.
 */
export function useOffline(retry?: () => void): boolean {
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => {
    const onOnline = () => again.current?.();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return useSyncExternalStore(subscribe, isOffline, () => false);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function isOffline(): boolean {
  return !navigator.onLine;
}

/** The text for something that failed and that only the visitor may repeat: that the browser is offline, if it says so. */
export function whyFailed<Key extends string>(key: Key): Key | 'error.offlineTry' {
  return isOffline() ? 'error.offlineTry' : key;
}
