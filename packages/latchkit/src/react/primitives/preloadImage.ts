/** Time in milliseconds after which an image that hasn't loaded counts as missing. */
export const IMAGE_TIMEOUT = 2_000;

/** Preloads an image. Always settles, after 2 s at the latest, with whether the image loaded. */
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
