import { useState } from 'react';
import { Alert } from '../parts/Alert.js';
import { usePortal } from '../runtime/PortalContext.js';

/** When the user put this off, in milliseconds since 1970. */
const PUT_OFF = 'latchkit-second-passkey';

/** Milliseconds until it is asked again: a week. */
const WEEK = 7 * 86_400_000;

/** Asks for a second passkey or an export: a user who loses the only passkey and every device loses the wallet. */
export function SecondPasskey({ onAdd }: { readonly onAdd: () => void }) {
  const { text } = usePortal();
  const [isPutOff, setPutOff] = useState(() => Number(localStorage.getItem(PUT_OFF)) + WEEK > Date.now());
  if (isPutOff) return null;
  const putOff = () => {
    localStorage.setItem(PUT_OFF, String(Date.now()));
    setPutOff(true);
  };
  return (
    <Alert tone="warning" title={text('protection.secondTitle')}>
      <span>{text('protection.secondText')}</span>
      <div className="pt-acts">
        <button type="button" className="pt-btn" data-variant="primary" data-size="sm" onClick={onAdd}>
          {text('protection.add')}
        </button>
        <a className="pt-btn" data-variant="secondary" data-size="sm" href="#export">
          {text('protection.secondExport')}
        </a>
        <button type="button" className="pt-btn" data-variant="quiet" data-size="sm" onClick={putOff}>
          {text('protection.secondLater')}
        </button>
      </div>
    </Alert>
  );
}
