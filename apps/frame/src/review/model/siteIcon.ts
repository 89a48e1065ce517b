/** A data URL of a PNG, as long as a host may send one. */
const PNG = /^data:image\/png;base64,([A-Za-z0-9+/]{44,8192}={0,2})$/;

/** Width and height that a picture of 36 px may have, so that a small file does not unpack to a huge one. */
const MOST_PIXELS = 256;

/** Offsets of the width and the height in the header of a PNG. */
const WIDTH = 16;
const HEIGHT = 20;

/**
 * The first of a host's icons that can be shown: a small picture that stands still and is in the message itself. The host chose it, so it
 * proves nothing.
 */
export function siteIcon(icons: readonly string[] = []): string | undefined {
  return icons.find(isStillPng);
}

/** Whether a text is a data URL of a small PNG without animation. */
export function isStillPng(icon: string): boolean {
  const [, base64 = ''] = PNG.exec(icon) ?? [];
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return false;
  }
  if (!bytes.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR') || bytes.includes('acTL')) return false;
  return [WIDTH, HEIGHT].every(at => {
    const size = numberAt(bytes, at);
    return size > 0 && size <= MOST_PIXELS;
  });
}

/** Four bytes as a number, the highest first. */
function numberAt(bytes: string, at: number): number {
  return [0, 1, 2, 3].reduce((sum, next) => sum * 256 + bytes.charCodeAt(at + next), 0);
}
