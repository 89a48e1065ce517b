import { useLatchkit, useLatchkitState } from 'latchkit/react';
import { ReadOuts } from './ReadOuts.js';
import type { useHostActions } from './useHostActions.js';

interface DeveloperPanelProps {
  readonly lastError: string;
  readonly actions: ReturnType<typeof useHostActions>;
}

/** What the host's own code reads from Latchkit, and asks of it, without the modal. */
export function DeveloperPanel({ lastError, actions }: DeveloperPanelProps) {
  const { signature, transaction, buttons } = actions;
  return (
    <aside className="panel" aria-labelledby="panel">
      <h2 id="panel">Developer panel</h2>
      <p>What this page’s own code reads through the hooks, and asks for with them.</p>
      <p>
        <KindsLink />
      </p>
      <p>
        <WalletConnectLink />
      </p>
      <div className="panel-buttons">
        {buttons.map(([name, act]) => (
          <button key={name} type="button" className="button" onClick={act}>
            {name}
          </button>
        ))}
      </div>
      <ReadOuts lastError={lastError} signature={signature} transaction={transaction} />
    </aside>
  );
}

/** The same page with Solana beside EVM, or without it again. */
function KindsLink() {
  const hasSolana = useLatchkitState(state => state.chains.solana !== undefined);
  return hasSolana ? <a href="/">Only EVM</a> : <a href="/?adapters=evm,solana">With Solana as well</a>;
}

/** The same page with WalletConnect; and then the wallet that it is tried with. */
function WalletConnectLink() {
  const { walletConnect } = useLatchkit().options;
  if (!walletConnect) return <a href="/?walletConnect=1">With WalletConnect, and a wallet to try it with</a>;
  return (
    <a href="/wallet.html" target="_blank" rel="noreferrer">
      Open the demo wallet in a new tab
    </a>
  );
}
