import { useLatchkit } from 'latchkit/react';
import { ReadOuts } from './ReadOuts.js';
import { Settings } from './Settings.js';
import type { useHostActions } from './useHostActions.js';

interface DeveloperPanelProps {
  readonly lastError: string;
  readonly actions: ReturnType<typeof useHostActions>;
}

/** What the host's own code reads from Latchkit and calls without the modal. */
export function DeveloperPanel({ lastError, actions }: DeveloperPanelProps) {
  const { signature, transaction, payment, buttons } = actions;
  return (
    <aside className="panel" aria-labelledby="panel">
      <h2 id="panel">Developer panel</h2>
      <p>What this page’s own code reads through the hooks, and asks for with them.</p>
      <WalletLink />
      <div className="panel-buttons">
        {buttons.map(([name, act]) => (
          <button key={name} type="button" className="button" onClick={act}>
            {name}
          </button>
        ))}
      </div>
      <ReadOuts {...{ lastError, signature, transaction, payment }} />
      <Settings />
    </aside>
  );
}

/** A link to the wallet for trying WalletConnect, if the page has it enabled. */
function WalletLink() {
  const { walletConnect } = useLatchkit().options;
  if (!walletConnect) return null;
  return (
    <p>
      <a href="/wallet.html" target="_blank" rel="noreferrer">
        Open the demo wallet in a new tab
      </a>
    </p>
  );
}
