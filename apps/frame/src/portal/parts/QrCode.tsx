import encodeQR from 'qr';
import { useMemo } from 'react';

/** Quiet zone around a code, in modules, which scanners need. */
const QUIET = 4;

/** A QR code, dark on light in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, side } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
    const modules = rows.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { path: modules.join(''), side: rows.length };
  }, [text]);
  return (
    <svg className="pt-qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} data-uri={text}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
