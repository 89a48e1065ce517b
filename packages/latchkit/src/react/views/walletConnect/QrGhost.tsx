import type { ReactNode } from 'react';
import { useStyles } from '../../runtime/useStyles.js';
import { qrCss } from '../../theme/qr.css.gen.js';

/** A placeholder while a code is prepared: its finder patterns, and the mark in the cleared centre. */
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
