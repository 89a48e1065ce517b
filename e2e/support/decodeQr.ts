import type { Page } from 'playwright-core';
import scan from 'qr/decode.js';

/** Reads the QR code in a picture as a scanner does; undefined when there is none that can be read. */
export async function decodeQr(page: Page, png: Buffer): Promise<string | undefined> {
  const { width, height, data } = await page.evaluate(async encoded => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The page has no canvas.');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
  }, png.toString('base64'));
  try {
    return scan({ width, height, data: Uint8Array.from(data) });
  } catch {
    return undefined;
  }
}
