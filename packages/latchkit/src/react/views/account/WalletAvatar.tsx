import type { SocialProvider } from '../../../core/index.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Icon } from '../../primitives/Icon.js';
import { ProviderMark } from '../../primitives/ProviderMark.js';
import { WalletImage } from '../../primitives/WalletImage.js';

export interface WalletAvatarProps {
  address: string;
  /** The image from a name record. */
  url?: string | undefined;
  wallet: string;
  walletUrl: string | undefined;
  isEmail: boolean;
  /** The provider of a social login. */
  social: SocialProvider | undefined;
  size: 36 | 52;
}

/** An account's avatar, with its wallet's logo in the notch. Decorative. */
export function WalletAvatar({ address, url, wallet, walletUrl, isEmail, social, size }: WalletAvatarProps) {
  return (
    <span className="lk-badged" data-size={size === 52 ? 'lg' : undefined} aria-hidden="true">
      <Avatar address={address} url={url} size={size} />
      {isEmail ? (
        <span className="lk-tile">
          {social ? <ProviderMark provider={social} size="sm" /> : <Icon name="mail" size="sm" />}
        </span>
      ) : (
        <WalletImage name={wallet} url={walletUrl} />
      )}
    </span>
  );
}
