import { firstLetter } from './firstLetter.js';
import { useMissing } from './useImage.js';

export interface WalletImageProps {
  name: string;
  url: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** The mark that travels here from the chosen row. */
  shared?: boolean;
}

/** A wallet's logo, or the first letter of its name. Decorative: the name stands beside it. */
export function WalletImage({ name, url, size = 'sm', shared }: WalletImageProps) {
  return (
    <span
      className="lk-tile"
      data-size={size}
      data-shared-target={shared ? '' : undefined}
      aria-hidden="true"
      translate="no"
    >
      <Logo key={url} name={name} url={url} />
    </span>
  );
}

/**
 * In the document before it has come, so that a grid of them is drawn once and not again with each that comes. One that
 * fails, or takes too long, makes room for the letter.
 */
function Logo({ name, url }: Pick<WalletImageProps, 'name' | 'url'>) {
  const { missing, ...image } = useMissing(url);
  return missing ? firstLetter(name) : <img {...image} src={url} alt="" draggable="false" />;
}
