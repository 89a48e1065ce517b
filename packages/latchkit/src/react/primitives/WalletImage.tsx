import { firstLetter } from './firstLetter.js';
import { useImage } from './useImage.js';

export interface WalletImageProps {
  name: string;
  url: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** The mark that travels here from the chosen row. */
  shared?: boolean;
}

/** A wallet's logo, or the first letter of its name. Decorative: the name stands beside it. */
export function WalletImage({ name, url, size = 'sm', shared }: WalletImageProps) {
  const status = useImage(url);
  return (
    <span
      className="lk-tile"
      data-size={size}
      data-shared-target={shared ? '' : undefined}
      aria-hidden="true"
      translate="no"
    >
      {status === 'ready' && <img src={url} alt="" draggable="false" />}
      {status === 'missing' && firstLetter(name)}
    </span>
  );
}
