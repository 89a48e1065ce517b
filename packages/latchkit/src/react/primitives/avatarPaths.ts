import { hashText } from './hashText.js';

/** Background, two colours and a light tone that match. */
const PALETTES = [
  ['#4a4632', '#b9a64b', '#d9714a', '#f2ecd8'],
  ['#23404a', '#4f9aa3', '#e0a458', '#e9f0ea'],
  ['#3a2f4d', '#8d6fb3', '#e58f7b', '#f3e9ef'],
  ['#1f3b2e', '#5d9c74', '#d8b24a', '#eef1e2'],
  ['#2b3558', '#6b86cf', '#e6a0a0', '#ecedf6'],
  ['#4d2b33', '#c2566a', '#e3a95c', '#f6ebe2'],
  ['#2f3f3f', '#7d9f8d', '#c96f4d', '#f0ede0'],
  ['#3b3a45', '#8f8da6', '#5aa3a0', '#efeef2'],
] as const;

export interface AvatarPath {
  readonly fill: string;
  readonly d: string;
}

/** The avatar of an address, in a 40 × 40 box: four quarter arcs, with the light tone on one diagonal. */
export function avatarPaths(address: string): readonly AvatarPath[] {
  const hash = hashText(address.toLowerCase());
  const turns = hashText(`${address.toLowerCase()}:turns`);
  const [ground, first, second, light] = PALETTES[hash % PALETTES.length] ?? PALETTES[0];
  const diagonal = (hash >>> 4) & 1;
  let tones = 0;
  const quarters = [0, 1, 2, 3].map(index => {
    const column = index % 2;
    const row = index >> 1;
    const isLight = (column === row) === (diagonal === 0);
    const fill = isLight ? light : tones++ === 0 ? first : second;
    return { fill, d: quarterArc(column * 20, row * 20, (turns >>> (index * 3)) & 3) };
  });
  return [{ fill: ground, d: 'M0 0h40v40H0z' }, ...quarters];
}

/** A quarter disc of radius 20 that fills its square, centred on one of the four corners. */
function quarterArc(x: number, y: number, corner: number): string {
  switch (corner) {
    case 0:
      return `M${x} ${y}h20a20 20 0 0 1-20 20z`;
    case 1:
      return `M${x + 20} ${y}v20a20 20 0 0 1-20-20z`;
    case 2:
      return `M${x + 20} ${y + 20}h-20a20 20 0 0 1 20-20z`;
    default:
      return `M${x} ${y + 20}v-20a20 20 0 0 1 20 20z`;
  }
}
