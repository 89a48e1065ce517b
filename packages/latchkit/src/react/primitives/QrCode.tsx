import { type ReactNode, useMemo } from 'react';
import { useStyles } from '../runtime/useStyles.js';
import { qrCss } from '../theme/qr.css.gen.js';
import { qrCapsules, qrFinders, qrModules } from './qrModules.js';

/** Quiet zone around a code, in modules. Scanners need it. */
const QUIET = 4;

export interface QrCodeProps {
  text: string;
  label: string;
  level: 'medium' | 'quartile';
  /** Drawn in the cleared centre. */
  mark?: ReactNode;
}

/** A QR code, dark on light in both themes. */
export function QrCode({ text, label, level, mark }: QrCodeProps) {
  const hasMark = mark !== undefined;
  useStyles(qrCss);
  const modules = useMemo(() => qrModules(text, level, hasMark), [text, level, hasMark]);
  const capsules = useMemo(() => qrCapsules(modules), [modules]);
  const side = modules.size + QUIET * 2;
  return (
    <div className="lk-qr" role="img" aria-label={label} data-uri={text}>
      <svg viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} aria-hidden="true">
        <path d={capsules} fill="none" stroke="currentColor" strokeWidth=".88" strokeLinecap="round" />
        {qrFinders(modules.size).map(([x, y]) => (
          <g key={`${x}-${y}`}>
            <rect
              x={x + 0.5}
              y={y + 0.5}
              width="6"
              height="6"
              rx="1.9"
              fill="none"
              stroke="currentColor"
              strokeWidth="1"
            />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="1" fill="currentColor" />
          </g>
        ))}
      </svg>
      {hasMark && <span className="lk-qr-mark">{mark}</span>}
    </div>
  );
}
