import { useEffect, useRef, useState } from 'react';

export type ImageStatus = 'loading' | 'ready' | 'missing';

/** Whether an image can be shown. A data URL is ready immediately. */
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
 * Whether an image that is already in the document, and receives these properties, is missing: it failed or timed
 * out. It isn't preloaded separately, because every extra request is noticeable in a scrolling grid.
 */
export function useMissing(url: string | undefined) {
  const [missing, setMissing] = useState(!url);
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setMissing(!ref.current?.complete), IMAGE_TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  return { missing, ref, onError: () => setMissing(true) };
}

/** Time in milliseconds after which an image that hasn't loaded counts as missing. */
const IMAGE_TIMEOUT = 2_000;

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
