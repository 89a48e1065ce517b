/** An image that does not come within this time counts as missing, in milliseconds [TIME-12]. */
export const IMAGE_TIMEOUT = 2_000;

/** Loads an image ahead of its use. Always settles, after 2 s at the latest; the answer is whether it came. */
export function preloadImage(url: string): Promise<boolean> {
  return new Promise(resolve => {
    const image = new Image();
    const settle = (loaded: boolean) => {
      clearTimeout(timer);
      image.onload = null;
      image.onerror = null;
      resolve(loaded);
    };
    const timer = setTimeout(() => settle(false), IMAGE_TIMEOUT);
    image.onload = () => settle(true);
    image.onerror = () => settle(false);
    image.src = url;
  });
}
