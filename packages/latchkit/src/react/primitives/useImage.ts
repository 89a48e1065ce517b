import { useEffect, useRef, useState } from 'react';
import { IMAGE_TIMEOUT, preloadImage } from './preloadImage.js';

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
