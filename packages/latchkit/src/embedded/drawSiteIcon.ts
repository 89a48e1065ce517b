/** Width and height in pixels: twice what the wallet page shows. */
const SIZE = 72;

/** Characters that an icon may have in a message to the wallet page. */
const MOST = 8_192;

/**
 * Draws the first icon as a still PNG for the wallet page, which loads nothing from elsewhere. Only an icon of this page's origin: the
 * wallet page shows it beside that origin, and a canvas can't read others.
 *
 * @returns a data URL; undefined if there is no such icon, or it can't be drawn.
 */
export async function drawSiteIcon(icons: readonly string[] = []): Promise<string | undefined> {
  const [first] = icons;
  if (first === undefined) return undefined;
  try {
    const { origin, protocol, href } = new URL(first, location.href);
    if (origin !== location.origin && protocol !== 'data:') return undefined;
    const image = new Image();
    image.src = href;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SIZE;
    canvas.height = SIZE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, SIZE, SIZE);
    const drawn = canvas.toDataURL('image/png');
    return drawn.length <= MOST ? drawn : undefined;
  } catch {
    return undefined;
  }
}
