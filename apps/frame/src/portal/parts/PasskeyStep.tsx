import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { ActButton } from './ActButton.js';
import { PageHead } from './PageHead.js';
import { Problem } from './Problem.js';

export interface PasskeyStepProps {
  /** Why one is needed. Default: for an action that needs a code, too. */
  readonly why?: string;
  readonly onGrant: (passkeyGrant: string, signal: AbortSignal) => Promise<unknown>;
  readonly onCancel?: () => void;
}

/** Asks for a passkey of the wallet, after the press that a browser requires. */
export function PasskeyStep({ why, onGrant, onCancel }: PasskeyStepProps) {
  const { portal, text } = usePortal();
  const use = useAction(async signal => onGrant(await portal.account.protection.proveWithPasskey(), signal));
  return (
    <>
      <PageHead title={text('export.passkeyTitle')}>
        <p>{why ?? text('export.passkeyText')}</p>
      </PageHead>
      <div className="pt-acts">
        <ActButton action={use} variant="primary">
          {text('export.passkey')}
        </ActButton>
        {onCancel !== undefined && (
          <button type="button" className="pt-btn" data-variant="quiet" onClick={onCancel}>
            {text('cancel')}
          </button>
        )}
      </div>
      <Problem error={use.problem} />
    </>
  );
}
