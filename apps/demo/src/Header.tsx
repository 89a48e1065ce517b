import { ConnectButton, NetworkButton } from 'latchkit/react';

export function Header() {
  return (
    <header className="bar">
      <div className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="16" cy="16" r="12" />
          <path d="M16 4c-6.500 7.500-6.500 16.500 0 24" />
          <circle className="brand-dot" cx="23.600" cy="9.400" r="3.600" />
        </svg>
        Meridian
      </div>
      <div className="bar-wallet">
        <NetworkButton />
        <ConnectButton className="bar-connect" />
      </div>
    </header>
  );
}
