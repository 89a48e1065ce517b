const LANE = (1n << 64n) - 1n;
/** Bytes that are taken in at a time (1088 bits). */
const RATE = 136;

/**
 * Keccak-256 of a text shorter than 136 ASCII characters, as 64 hex digits: enough for the checksum of an address. Written
 * here because taking it from a library that the host's first chunk also carries would split that chunk apart; it is far
 * too slow for anything but a few addresses.
 *
 * @see https://keccak.team/keccak_specs_summary.html
 */
export function keccak256(text: string): string {
  const state: bigint[] = new Array<bigint>(25).fill(0n);
  const absorb = (index: number, byte: number) => {
    const lane = index >> 3;
    state[lane] = at(state, lane) ^ (BigInt(byte) << BigInt((index % 8) * 8));
  };
  for (let index = 0; index < text.length; index++) absorb(index, text.charCodeAt(index));
  // Keccak's own padding, not that of SHA-3.
  absorb(text.length, 0x01);
  absorb(RATE - 1, 0x80);
  permute(state);
  return state.slice(0, 4).map(littleEndian).join('');
}

/** Keccak-f[1600]. Lane (x, y) is at x + 5y. */
function permute(state: bigint[]): void {
  let lfsr = 1;
  for (let round = 0; round < 24; round++) {
    theta(state);
    rhoAndPi(state);
    chi(state);
    // ι: the round constant, bit by bit out of its shift register.
    for (let bit = 0; bit < 7; bit++) {
      lfsr = ((lfsr << 1) ^ ((lfsr >> 7) * 0x71)) % 256;
      if (lfsr & 2) state[0] = at(state, 0) ^ (1n << BigInt(2 ** bit - 1));
    }
  }
}

function theta(state: bigint[]): void {
  const columns = [0, 1, 2, 3, 4].map(x =>
    [0, 5, 10, 15, 20].reduce((parity, row) => parity ^ at(state, x + row), 0n),
  );
  for (let index = 0; index < 25; index++) {
    state[index] = at(state, index) ^ at(columns, (index + 4) % 5) ^ rotate(at(columns, (index + 1) % 5), 1);
  }
}

function rhoAndPi(state: bigint[]): void {
  let [x, y] = [1, 0];
  let carried = at(state, 1);
  for (let step = 0; step < 24; step++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    const next = at(state, x + 5 * y);
    state[x + 5 * y] = rotate(carried, (((step + 1) * (step + 2)) / 2) % 64);
    carried = next;
  }
}

function chi(state: bigint[]): void {
  for (let row = 0; row < 25; row += 5) {
    const lanes = state.slice(row, row + 5);
    for (let x = 0; x < 5; x++) {
      state[row + x] = at(lanes, x) ^ (~at(lanes, (x + 1) % 5) & at(lanes, (x + 2) % 5) & LANE);
    }
  }
}

function at(lanes: readonly bigint[], index: number): bigint {
  return lanes[index] ?? 0n;
}

function rotate(lane: bigint, by: number): bigint {
  return ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE;
}

function littleEndian(lane: bigint): string {
  return (lane.toString(16).padStart(16, '0').match(/../g) ?? []).reverse().join('');
}
