import { isError } from 'latchkit';
import { useEvents } from 'latchkit/react';
import { useCallback, useState } from 'react';

/** The last error, as `CODE: message`, and a function to report another one. */
export function useLastError() {
  const [lastError, setLastError] = useState('');
  const report = useCallback((error: unknown) => {
    setLastError(isError(error) ? `${error.code}: ${error.message}` : `UNKNOWN: ${String(error)}`);
  }, []);
  // Errors in the modal arrive as events with their code.
  useEvents(event => {
    if (event.event === 'CONNECT_ERROR')
      setLastError(`${event.code}: ${TEXT[event.code] ?? 'Connecting failed'}`);
    if (event.event === 'DISCONNECT_ERROR') setLastError(`${event.code}: Disconnecting failed`);
  });
  return { lastError, report };
}

const TEXT: Readonly<Record<string, string>> = {
  CONNECTION_REJECTED: 'Connection rejected',
  MODAL_CLOSED: 'Modal closed',
  FAILED_TO_CONNECT: 'Failed to connect',
  PROVIDER_NOT_FOUND: 'Provider not found.',
};
