import type { ReactNode } from 'react';
import { useImage } from '../primitives/useImage.js';

export interface ButtonImageProps {
  readonly src?: string | undefined;
  /** Stands in where there is no image, or when it does not come: drawn by the style sheet, so that it is no text. */
  readonly letter?: string | undefined;
  /** Or a drawing that stands in. */
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
