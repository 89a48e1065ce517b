import { formatBalance } from 'latchkit';
import { useAccount, useBalance, useNetwork } from 'latchkit/react';
import { useState } from 'react';
import { PAYEES, type Payee } from './payees.js';

type Progress = 'sending' | 'sent' | undefined;

interface PayrollProps {
  readonly pay: (payee: Payee) => Promise<string>;
  /** Pays every payee in one batch, which a wallet without batches gets one by one. */
  readonly payAll: () => Promise<unknown>;
}

/** The product's only screen: this month's payments, each a real transaction. */
export function Payroll({ pay, payAll }: PayrollProps) {
  const { isConnected } = useAccount();
  const { network } = useNetwork();
  const kind = kindOf(network?.chainNamespace);
  const { data } = useBalance();
  const balance = data ? `${formatBalance(data.formatted)} ${data.symbol}` : '–';
  // Latchkit reads balances on Bitcoin and Polkadot only on request.
  const held = kind === 'evm' || kind === 'solana' ? `${balance} on ${network?.name}` : `On ${network?.name}`;
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({});

  const send = (payee: Payee) => {
    const { name } = payee;
    const set = (next: Progress) => setProgress(before => ({ ...before, [name]: next }));
    set('sending');
    pay(payee).then(
      () => set('sent'),
      () => set(undefined), // The developer panel shows why.
    );
  };

  const [all, setAll] = useState<Progress>();
  const sendAll = () => {
    setAll('sending');
    payAll().then(
      () => setAll('sent'),
      () => setAll(undefined),
    );
  };

  return (
    <section className="card" aria-labelledby="payroll">
      <header className="card-head">
        <h2 id="payroll">November payroll</h2>
        <p>{headOf(isConnected, kind) ?? held}</p>
      </header>
      <ul className="payees">
        {PAYEES.map(payee => (
          <li key={payee.name}>
            <span className="payee-mark" aria-hidden="true">
              {payee.name.slice(0, 1)}
            </span>
            <span className="payee-who">
              <b>{payee.name}</b>
              <span>{payee.work}</span>
            </span>
            <span className="payee-amount">{kind && payee[kind].amount}</span>
            <button
              type="button"
              className="button"
              disabled={!isConnected || !kind || progress[payee.name] === 'sending'}
              onClick={() => send(payee)}
            >
              {label(progress[payee.name])} <span className="hidden">{payee.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {kind === 'evm' && isConnected && (
        <button type="button" className="button pay-all" disabled={all === 'sending'} onClick={sendAll}>
          {all === 'sending' ? 'Paying everybody' : 'Pay everybody at once'}
        </button>
      )}
    </section>
  );
}

/** The payments of a namespace; there are none on Polkadot. */
function kindOf(namespace: string | undefined): 'evm' | 'solana' | 'bitcoin' | undefined {
  if (namespace === 'polkadot') return undefined;
  if (namespace === 'bip122') return 'bitcoin';
  return namespace === 'solana' ? 'solana' : 'evm';
}

/** Why nobody can be paid. */
function headOf(isConnected: boolean, kind: ReturnType<typeof kindOf>): string | undefined {
  if (!isConnected) return 'Connect a wallet to pay';
  return kind ? undefined : 'Latchkit sends nothing on Polkadot';
}

function label(progress: Progress): string {
  if (progress === 'sending') return 'Paying';
  return progress === 'sent' ? 'Pay again' : 'Pay';
}
