import { useAccount, useNetwork } from 'latchkit/react';
import { CHAIN_B } from './demoNetworks.js';

interface StepsProps {
  readonly signed: boolean;
  readonly paid: boolean;
}

/** A tour of the demo; each step is checked off automatically. */
export function Steps({ signed, paid }: StepsProps) {
  const { isConnected } = useAccount();
  const { network } = useNetwork();
  const steps = [
    [isConnected, 'Connect the Demo Wallet.', 'It comes with this page. Nothing to install, no account.'],
    [signed, 'Sign a message.', 'Press “Sign message”, and approve it in the wallet’s window.'],
    [paid, 'Pay somebody.', 'A real transaction on the local chain: watch the balance fall.'],
    [
      network?.id === CHAIN_B,
      'Go to local chain B.',
      'From the network button at the top, or with “Switch network”.',
    ],
  ] as const;
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">A walk in four steps</h2>
      <ol className="steps">
        {steps.map(([done, title, text]) => (
          <li key={title} data-done={done || undefined}>
            <b>{title}</b> {text}
            {done && <span className="hidden"> Done.</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
