import type { RelayStatus } from 'latchkit/walletconnect';

const WORDS: Readonly<Record<RelayStatus['status'], string>> = {
  idle: 'Relay: not needed yet',
  connecting: 'Relay: connecting',
  open: 'Relay: connected',
  offline: 'You are offline. Harbor goes on when you are back.',
  unreachable: 'The relay cannot be reached. Harbor tries again by itself.',
};

/** The status of the relay connection. */
export function RelayLine({ relay: { status } }: { readonly relay: RelayStatus }) {
  return (
    <p className="relay" role="status" data-status={status}>
      {WORDS[status]}
    </p>
  );
}
