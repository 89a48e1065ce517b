import { ConnectButton, NetworkButton, useAccount } from 'latchkit/react';
import { useConnection, useDisconnect } from 'wagmi';

/** Shows the hooks of Latchkit and wagmi side by side, which always agree. */
export function App() {
  const account = useAccount();
  const connection = useConnection();
  const { mutate: disconnect } = useDisconnect();
  return (
    <main>
      <h1>Latchkit with React 18 and wagmi</h1>
      <p>
        <NetworkButton /> <ConnectButton />
      </p>
      <dl>
        <dt>Status</dt>
        <dd data-testid="host-status">{account.status}</dd>
        <dt>Address</dt>
        <dd data-testid="host-address">{account.address}</dd>
        <dt>Status, by wagmi</dt>
        <dd data-testid="wagmi-status">{connection.status}</dd>
        <dt>Address, by wagmi</dt>
        <dd data-testid="wagmi-address">{connection.address}</dd>
        <dt>Chain id, by wagmi</dt>
        <dd data-testid="wagmi-chain-id">{connection.chainId}</dd>
      </dl>
      <button type="button" onClick={() => disconnect()}>
        Disconnect through wagmi
      </button>
    </main>
  );
}
