import encodeQR from 'qr';

/** The side of the cleared centre, as a fraction of the code's side; at most 0.26. */
const CLEAR_SHARE = 0.24;

export interface QrModules {
  /** Modules per side. */
  readonly size: number;
  /** Dark modules by row, without those under the mark. */
  readonly rows: readonly (readonly boolean[])[];
}

/**
 * The modules of a QR code (ISO/IEC 18004), with its centre cleared for a mark.
 * @param level `medium` for links, `quartile` for addresses.
 */
export function qrModules(text: string, level: 'medium' | 'quartile', mark: boolean): QrModules {
  // The encoder's smallest border is 1; the component draws the quiet zone.
  const bordered = encodeQR(text, 'raw', { ecc: level, border: 1 });
  const rows = bordered.slice(1, -1).map(row => row.slice(1, -1));
  const size = rows.length;
  if (!mark) return { size, rows };
  // Odd, like the code's own size, so that the cleared square is exactly centred.
  const side = Math.floor((size * CLEAR_SHARE - 1) / 2) * 2 + 1;
  const from = (size - side) / 2;
  const inside = (at: number) => at >= from && at < from + side;
  return { size, rows: rows.map((row, y) => row.map((dark, x) => dark && !(inside(x) && inside(y)))) };
}

/** The code's data modules as vertical capsules: one path of lines, stroked with round caps. */
export function qrCapsules({ size, rows }: QrModules): string {
  let path = '';
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      if (!isData(rows, size, x, y)) continue;
      const start = y;
      while (isData(rows, size, x, y + 1)) y++;
      path += `M${x + 0.5} ${start + 0.5}v${y - start || '.01'}`;
    }
  }
  return path;
}

/** Top left corners of the three finder patterns, which are separate shapes. */
export function qrFinders(size: number): readonly (readonly [number, number])[] {
  return [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ];
}

function isData(rows: QrModules['rows'], size: number, x: number, y: number): boolean {
  if (y >= size || rows[y]?.[x] !== true) return false;
  return !((x < 7 && (y < 7 || y >= size - 7)) || (x >= size - 7 && y < 7));
}
