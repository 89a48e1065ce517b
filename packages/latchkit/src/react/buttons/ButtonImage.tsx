import type { ReactNode } from 'react';
import { useImage } from '../primitives/useImage.js';

export interface ButtonImageProps {
  readonly src?: string | undefined;
  /** Fallback for a missing image. The style sheet draws it, so that it isn't part of the button's text. */
  readonly letter?: string | undefined;
  /** Alternative fallback for a missing image. */
  readonly children?: ReactNode;
}

/** A small round image. Decorative. */
export function ButtonImage({ src, letter, children }: ButtonImageProps) {
  const status = useImage(src);
  return (
    <span
      className="lk-button-mark"
      data-letter={status === 'missing' ? letter : undefined}
      aria-hidden="true"
      translate="no"
    >
      {status === 'ready' && <img src={src} alt="" draggable="false" />}
      {status === 'missing' && children}
    </span>
  );
}
