import { firstLetter } from './firstLetter.js';
import { useMissing } from './useImage.js';

export interface WalletImageProps {
  name: string;
  url: string | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** This image moves here from the chosen row, in the transition between views. */
  shared?: boolean;
}

/** A wallet's logo, or the first letter of its name. Decorative: the name is next to it. */
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
 * The image is in the document before it has loaded, so that a grid renders once and not again for each image. If it
 * fails or times out, the letter replaces it.
 */
function Logo({ name, url }: Pick<WalletImageProps, 'name' | 'url'>) {
  const { missing, ...image } = useMissing(url);
  return missing ? firstLetter(name) : <img {...image} src={url} alt="" draggable="false" />;
}
