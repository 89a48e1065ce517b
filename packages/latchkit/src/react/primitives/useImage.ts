import { useEffect, useState } from 'react';
import { preloadImage } from './preloadImage.js';

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

/** Whether an image that stands in the document already is missing: it failed, or did not come in time [TIME-12]. */
export function useMissing(url: string | undefined): boolean {
  const [missing, setMissing] = useState(url === undefined);
  useEffect(() => {
    if (url) void preloadImage(url).then(loaded => setMissing(!loaded));
  }, [url]);
  return missing;
}
