'use client';
import { useAccount, useNetwork, useSignMessage } from 'latchkit/react';

/** Shows how a page reads the account and sends requests through the hooks. */
export function Account() {
  const { status, address } = useAccount();
  const { network } = useNetwork();
  const { signMessage, data, error } = useSignMessage();
  return (
    <section>
      <dl>
        <dt>Status</dt>
        <dd data-testid="host-status">{status}</dd>
        <dt>Address</dt>
        <dd data-testid="host-address">{address}</dd>
        <dt>Chain id</dt>
        <dd data-testid="host-chain-id">{network?.id}</dd>
        <dt>Signature</dt>
        <dd data-testid="host-signature">{data}</dd>
        <dt>Error</dt>
        <dd data-testid="host-error">{error ? String(error) : ''}</dd>
      </dl>
      <button type="button" onClick={() => signMessage({ message: 'Hello from Next.js' })}>
        Sign message
      </button>
    </section>
  );
}
