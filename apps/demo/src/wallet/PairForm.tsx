import { type FormEvent, useState } from 'react';
import type { DemoWallet } from './createDemoWallet.js';

interface PairFormProps {
  readonly wallet: DemoWallet;
  readonly isPairing: boolean;
}

/** The form for pasting a page's link. */
export function PairForm({ wallet, isPairing }: PairFormProps) {
  const [uri, setUri] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = uri === '' ? 'Paste the link of a page first.' : await wallet.pair(uri);
    setProblem(wrong);
    if (wrong === undefined) setUri('');
  };
  return (
    <section className="group" aria-labelledby="pair">
      <h2 id="pair">Connect to a page</h2>
      <form onSubmit={event => void submit(event)}>
        <label className="field" data-invalid={problem !== undefined || undefined}>
          <span>WalletConnect link</span>
          <input
            value={uri}
            onChange={event => setUri(event.currentTarget.value.trim())}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? 'pair-note' : 'pair-problem'}
          />
        </label>
        {problem === undefined ? (
          <p className="small" id="pair-note">
            On the page choose WalletConnect, then copy its link.
          </p>
        ) : (
          <p className="small" data-tone="danger" id="pair-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="button primary wide" disabled={isPairing} aria-busy={isPairing}>
          {isPairing ? 'Waiting for the page' : 'Connect'}
        </button>
      </form>
    </section>
  );
}
