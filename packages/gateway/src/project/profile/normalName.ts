import { normalize } from 'viem/ens';

const MAX_NAME = 255;

/** Normalises a name (ENSIP-15); returns undefined for an invalid name. */
export function normalName(name: string): string | undefined {
  try {
    const normal = name.length <= MAX_NAME ? normalize(name) : '';
    return normal === '' || normal.length > MAX_NAME ? undefined : normal;
  } catch {
    return undefined;
  }
}
