import { firstLetter } from './firstLetter.js';
import { Icon } from './Icon.js';
import { useMissing } from './useImage.js';

export interface WalletImageProps {
  name: string;
  url: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** Checked by the directory: a check docks in a notch of the image. */
  certified?: boolean;
  /** The mark that travels here from the chosen row. */
  shared?: boolean;
}

/** A wallet's logo, or the first letter of its name. Decorative: the name stands beside it. */
export function WalletImage({ name, url, size = 'sm', certified, shared }: WalletImageProps) {
  const tile = (
    <span
      className="lk-tile"
      data-size={size}
      data-notch={certified ? '' : undefined}
      data-shared-target={shared ? '' : undefined}
      aria-hidden="true"
      translate="no"
    >
      <Logo key={url} name={name} url={url} />
    </span>
  );
  if (!certified) return tile;
  return (
    <span className="lk-certified">
      {tile}
      <Icon name="certified" size="sm" />
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
