import type { Page } from 'playwright-core';
import scan from 'qr/decode.js';

/** Decodes the QR code in a picture as a scanner would; returns undefined if there is no readable code. */
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
    // As text, because transferring half a million numbers takes seconds.
    let bytes = '';
    for (let at = 0; at < pixels.data.length; at += 8_192) {
      bytes += String.fromCharCode(...pixels.data.subarray(at, at + 8_192));
    }
    return { width: pixels.width, height: pixels.height, data: btoa(bytes) };
  }, png.toString('base64'));
  try {
    return scan({ width, height, data: new Uint8Array(Buffer.from(data, 'base64')) });
  } catch {
    return undefined;
  }
}
