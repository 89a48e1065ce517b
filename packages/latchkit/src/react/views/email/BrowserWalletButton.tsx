import { useState } from 'react';
import { type BaseError, connectBrowserWallet, isError } from '../../../core/index.js';
import { Button } from '../../primitives/Button.js';
import { useModal } from '../../runtime/ModalContext.js';
import { toError } from './loginErrors.js';
import { SendNotice } from './SendNotice.js';

/** Completes a login with the wallet that this browser already holds, instead of the link and the code. */
export function BrowserWalletButton() {
  const { kit, text } = useModal();
  const [error, setError] = useState<BaseError>();
  const use = () => {
    setError(undefined);
    connectBrowserWallet(kit).catch((cause: unknown) => {
      // The visitor knows: the wallet window said it.
      if (!isError(cause, 'REJECTED') && !isError(cause, 'ABORTED')) setError(toError(cause));
    });
  };
  return (
    <>
      <SendNotice error={error} />
      <Button variant="secondary" onClick={use}>
        {text.t('email.browserWallet')}
      </Button>
    </>
  );
}
