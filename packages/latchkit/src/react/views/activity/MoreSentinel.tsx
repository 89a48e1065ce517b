import { type ReactNode, useEffect, useRef } from 'react';

/** Calls `onNear` when the end of the list is close enough to load the next page. */
export function MoreSentinel({ onNear, children }: { onNear: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  near.current = onNear;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const root = element.closest('.lk-body');
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near.current();
      },
      { root, rootMargin: '160px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <div ref={place} className="lk-actions">
      {children}
    </div>
  );
}
