import { type RefObject, useEffect, useRef, useState } from 'react';
import { IMAGE_TIMEOUT, preloadImage } from './preloadImage.js';

export type ImageStatus = 'loading' | 'ready' | 'missing';

/** Whether an image can be shown. One that is part of its own address is ready at once. */
export function useImage(url: string | undefined): ImageStatus {
  const [loaded, setLoaded] = useState<{ url: string; ok: boolean }>();
  useEffect(() => {
    if (url === undefined) return;
    let live = true;
    void preloadImage(url).then(ok => live && setLoaded({ url, ok }));
    return () => {
      live = false;
    };
  }, [url]);
  if (url === undefined) return 'missing';
  if (loaded?.url === url) return loaded.ok ? 'ready' : 'missing';
  return url.startsWith('data:') ? 'ready' : 'loading';
}

/**
 * Whether an image that stands in the document already is missing: it failed, or did not come in time [TIME-12].
 *
 * @returns what the `<img>` is given.
 */
export function useLogo(url: string | undefined): {
  missing: boolean;
  image: RefObject<HTMLImageElement | null>;
  onError: () => void;
} {
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState(url === undefined);
  useEffect(() => {
    if (missing) return;
    const timer = setTimeout(() => setMissing(image.current?.complete !== true), IMAGE_TIMEOUT);
    return () => clearTimeout(timer);
  }, [missing]);
  return { missing, image, onError: () => setMissing(true) };
}
