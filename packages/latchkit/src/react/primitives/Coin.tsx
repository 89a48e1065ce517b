import { useStyles } from '../runtime/useStyles.js';
import { coinsCss } from '../theme/coins.css.gen.js';
import { firstLetter } from './firstLetter.js';
import { hashText } from './hashText.js';
import { useImage } from './useImage.js';

export interface CoinProps {
  /** Determines the colour if there is no image, for example a CAIP-2 id. */
  id: string;
  name: string;
  url: string | undefined;
  size?: 16 | 20 | 24 | 36 | 44 | 72;
}

/** The smallest size in which a letter can be read; smaller coins have only the colour. */
const LETTERED = 20;

/** The round logo of a network or token, or the first letter of its name. Decorative. */
export function Coin({ id, name, url, size = 36 }: CoinProps) {
  useStyles(coinsCss);
  const status = useImage(url);
  return (
    <span className="lk-coin" data-px={size} aria-hidden="true" translate="no">
      <span className="lk-coin-face" data-hue={status === 'missing' ? hashText(id) % 8 : undefined}>
        {status === 'ready' && <img src={url} alt="" draggable="false" />}
        {status === 'missing' && size >= LETTERED && firstLetter(name)}
      </span>
    </span>
  );
}
