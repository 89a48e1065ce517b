import { LatchkitModal } from 'latchkit/react';
import { DeveloperPanel } from './DeveloperPanel.js';
import { Header } from './Header.js';
import { Payroll } from './Payroll.js';
import { Steps } from './Steps.js';
import { useHostActions } from './useHostActions.js';
import { useLastError } from './useLastError.js';

/** Meridian, a fictional product, with a developer's view of Latchkit beside it. */
export function App({ placed }: { readonly placed: boolean }) {
  const { lastError, report } = useLastError();
  const actions = useHostActions(report);
  return (
    <>
      <Header />
      <div className="page">
        <main>
          <section className="hero">
            <h1>Pay people where they are, on the network they use.</h1>
            <p>
              Meridian is a made-up payroll. Its wallet connection is Latchkit, and everything you see is
              live: real keys, real signatures, four chains on this machine.
            </p>
          </section>
          {placed && <LatchkitModal className="placed" />}
          <Payroll pay={actions.pay} payAll={actions.payAll} />
          <Steps signed={actions.signature !== ''} paid={actions.transaction !== ''} />
        </main>
        <DeveloperPanel lastError={lastError} actions={actions} />
      </div>
    </>
  );
}
