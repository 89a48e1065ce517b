import type { Latchkit } from 'latchkit';
import { ConnectButton, LatchkitProvider, useAccount } from 'latchkit/react';
import { createRoot } from 'react-dom/client';

function Address() {
  return <output>{useAccount().address}</output>;
}

/** Shows a host page with the kit of the guide. */
export function showHost(kit: Latchkit): void {
  createRoot(document.body).render(
    <LatchkitProvider kit={kit}>
      <ConnectButton />
      <Address />
    </LatchkitProvider>,
  );
}
