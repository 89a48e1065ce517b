import type { ReactNode } from 'react';
import { useImage } from '../primitives/useImage.js';

export interface ButtonImageProps {
  readonly src?: string | undefined;
  readonly children: ReactNode;
}

/** A small round image; its stand-in where there is none, or when it does not come. Decorative. */
export function ButtonImage({ src, children }: ButtonImageProps) {
  const status = useImage(src);
  return (
    <span className="lk-button-mark" aria-hidden="true" translate="no">
      {status === 'ready' && <img src={src} alt="" draggable="false" />}
      {status === 'missing' && children}
    </span>
  );
}
