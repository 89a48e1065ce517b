import { useStyles } from '../runtime/useStyles.js';
import { coinsCss } from '../theme/coins.css.gen.js';
import { avatarPaths } from './avatarPaths.js';
import { useImage } from './useImage.js';

export interface AvatarProps {
  address: string;
  /** The image from a name record. It replaces the generated avatar. */
  url?: string | undefined;
  size?: 24 | 36 | 44 | 52 | 72;
}

/** An account's avatar, generated from its address. Decorative. */
export function Avatar({ address, url, size = 24 }: AvatarProps) {
  useStyles(coinsCss);
  const status = useImage(url);
  return (
    <span className="lk-avatar" data-px={size} aria-hidden="true">
      {status === 'ready' ? (
        <img src={url} alt="" draggable="false" />
      ) : (
        <svg viewBox="0 0 40 40" aria-hidden="true">
          {avatarPaths(address).map((path, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paths have a fixed order
            <path key={index} fill={path.fill} d={path.d} />
          ))}
        </svg>
      )}
    </span>
  );
}
