import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { ActButton } from './ActButton.js';
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
        <ActButton action={use} variant="primary">
          {text('export.passkey')}
        </ActButton>
      </div>
      <Problem error={use.problem} />
    </>
  );
}
