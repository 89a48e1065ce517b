import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { PageHead } from './PageHead.js';
import { Problem } from './Problem.js';

export interface PasskeyStepProps {
  readonly onGrant: (passkeyGrant: string, signal: AbortSignal) => Promise<unknown>;
}

/** Asks for a passkey of the wallet, after the press that a browser requires. */
export function PasskeyStep({ onGrant }: PasskeyStepProps) {
  const { portal, text } = usePortal();
  const use = useAction(async signal => onGrant(await portal.account.protection.proveWithPasskey(), signal));
  return (
    <>
      <PageHead title={text('export.passkeyTitle')}>
        <p>{text('export.passkeyText')}</p>
      </PageHead>
      <div className="pt-acts">
        <button
          type="button"
          className="pt-btn"
          data-variant="primary"
          disabled={use.isBusy}
          onClick={() => void use.run()}
        >
          {text('export.passkey')}
        </button>
      </div>
      <Problem error={use.problem} />
    </>
  );
}
