import { ConnectButton, NetworkButton } from 'latchkit/react';
import { Account } from './Account';
import { DemoWallet } from './DemoWallet';

/** A server component. The buttons are client components and can be used in it directly. */
export default function Page() {
  return (
    <main>
      <h1>Latchkit with Next.js</h1>
      <p>
        <NetworkButton /> <ConnectButton />
      </p>
      <Account />
      <DemoWallet />
    </main>
  );
}
