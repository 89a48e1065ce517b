/** A value in the ABI of Solidity. */
export interface AbiPart {
  /** Whether it is in the tail, with its place in the head. */
  readonly isDynamic: boolean;
  /** Hexadecimal digits. */
  readonly digits: string;
}

const WORD = 64;

/** A number, or hexadecimal with or without 0x, as a word of 32 bytes. */
export function abiWord(value: bigint | number | string): string {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : value.toString(16);
  return digits.padStart(WORD, '0');
}

/** An `address`, a number or a `bool`. */
export const abiStatic = (value: bigint | number | string): AbiPart => ({
  isDynamic: false,
  digits: abiWord(value),
});

/** `bytesN`, which is filled up on the right. */
export const abiFixedBytes = (hex: string): AbiPart => ({
  isDynamic: false,
  digits: hex.slice(2).toLowerCase().padEnd(WORD, '0'),
});

/** `bytes`. */
export function abiBytes(hex: string): AbiPart {
  const digits = hex.slice(2).toLowerCase();
  const filled = digits.padEnd(Math.ceil(digits.length / WORD) * WORD, '0');
  return { isDynamic: true, digits: abiWord(digits.length / 2) + filled };
}

/** A struct, or the parameters of a function. */
export function abiTuple(parts: readonly AbiPart[]): AbiPart {
  let place = parts.reduce((sum, part) => sum + (part.isDynamic ? 32 : part.digits.length / 2), 0);
  let [head, tail] = ['', ''];
  for (const { isDynamic, digits } of parts) {
    if (!isDynamic) {
      head += digits;
      continue;
    }
    head += abiWord(place);
    tail += digits;
    place += digits.length / 2;
  }
  return { isDynamic: parts.some(part => part.isDynamic), digits: head + tail };
}

/** An array of any length. */
export const abiArray = (items: readonly AbiPart[]): AbiPart => ({
  isDynamic: true,
  digits: abiWord(items.length) + abiTuple(items).digits,
});
