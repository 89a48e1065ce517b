import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrCapsules, qrFinders, qrModules } from './qrModules.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Pixels per side of a module. */
const SCALE = 12;
const QUIET = 4;

/** Draws the same as the component, pixel by pixel: capsules 0.88 of a module wide, and finder patterns. */
function draw(text: string, level: 'medium' | 'quartile', mark: boolean) {
  const modules = qrModules(text, level, mark);
  const side = (modules.size + QUIET * 2) * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  /** Fills the pixels inside the box from x, y to x + width, y + height, in modules. */
  const paint = (
    [x, y, width, height]: readonly [number, number, number, number],
    inside: (x: number, y: number) => boolean,
  ) => {
    for (let py = (y + QUIET) * SCALE; py < (y + height + QUIET) * SCALE; py++) {
      for (let px = (x + QUIET) * SCALE; px < (x + width + QUIET) * SCALE; px++) {
        if (!inside((px + 0.5) / SCALE - QUIET, (py + 0.5) / SCALE - QUIET)) continue;
        data.fill(0, (py * side + px) * 4, (py * side + px) * 4 + 3);
      }
    }
  };
  for (const [, x, y, v] of qrCapsules(modules).matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)) {
    const line = { x: Number(x), from: Number(y), to: Number(y) + Number(v) };
    const box = [line.x - 0.5, line.from - 0.5, 1, Math.ceil(Number(v)) + 1] as const;
    paint(box, (px, py) => Math.hypot(px - line.x, py - Math.min(Math.max(py, line.from), line.to)) <= 0.44);
  }
  for (const [left, top] of qrFinders(modules.size)) {
    paint([left, top, 7, 7], (x, y) => {
      const ring = Math.max(Math.abs(x - left - 3.5), Math.abs(y - top - 3.5));
      return ring <= 1.5 || (ring >= 2.5 && ring <= 3.5);
    });
  }
  return { width: side, height: side, data };
}

describe('qrModules', () => {
  it('draws an address that scanners can read, with its centre cleared for a mark', () => {
    expect(decodeQR(draw(ADDRESS, 'quartile', true))).toBe(ADDRESS);
  });

  it('draws a long link that scanners can read', () => {
    const link = `wc:${'7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}`;
    expect(decodeQR(draw(link, 'medium', true))).toBe(link);
  });

  it('clears at most 26 % of the side, exactly in the centre', () => {
    const { size, rows } = qrModules(ADDRESS, 'quartile', true);
    const plain = qrModules(ADDRESS, 'quartile', false).rows;
    const gone = rows.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark === plain[y]?.[x] ? [] : [[x, y] as const])),
    );
    const edge = Math.max(
      ...gone.flatMap(([x, y]) => [Math.abs(x - (size - 1) / 2), Math.abs(y - (size - 1) / 2)]),
    );
    expect((edge * 2 + 1) / size).toBeLessThanOrEqual(0.26);
    expect(edge).toBeGreaterThan(0);
  });
});
