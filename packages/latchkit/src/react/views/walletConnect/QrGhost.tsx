import type { ReactNode } from 'react';
import { useStyles } from '../../modal/useStyles.js';
import { qrCss } from '../../theme/qr.css.gen.js';

/** Where a code will be, while it is prepared: its finders, and the mark in the clear centre. */
export function QrGhost({ label, mark }: { label: string; mark: ReactNode }) {
  useStyles(qrCss);
  return (
    <div className="lk-qr" data-ghost="" role="img" aria-label={label} aria-busy="true">
      <i />
      <i />
      <i />
      <span className="lk-qr-mark">{mark}</span>
    </div>
  );
}
