import { useEffect, useRef, useState } from 'react';
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
 * Whether the image that stands in the document already, and takes these properties, is missing: it failed, or did not come
 * in time [TIME-12]. It is not asked for beside itself: in a grid that scrolls each request is felt.
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
