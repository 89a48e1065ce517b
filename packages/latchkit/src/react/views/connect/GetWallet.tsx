import type { WalletItem } from '../../../core/index.js';
import { linkEnvironment } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Group } from '../../primitives/Group.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { waysToGet } from './waysToGet.js';

export interface GetWalletProps {
  name: string;
  wallet: WalletItem | undefined;
  /** Leads back to the other wallets, if the visitor came from them. */
  onOther?: () => void;
}

/** Shown for a wallet that isn't installed: all ways to get it, shortest first. */
export function GetWallet({ name, wallet, onOther }: GetWalletProps) {
  const { text } = useModal();
  const pairs = wallet?.pairs === true;
  const ways = waysToGet(wallet?.listing, linkEnvironment().platform, { pairs });
  const found = pairs ? 'pair.getText' : 'connecting.getText';
  const slots = { wallet: name };
  return (
    <>
      <Hero
        title={text.t('connecting.getTitle', slots)}
        text={text.t(ways.length > 0 ? found : 'connecting.getTextNowhere', slots)}
        mark={
          <div className="lk-hero-mark">
            <WalletImage name={name} url={wallet?.imageUrl} size="lg" shared />
          </div>
        }
      />
      {ways.length > 0 && (
        <Group label={text.t('connecting.ways', slots)}>
          {ways.map(way => (
            <ListItem
              key={way.href}
              leading={
                <span className="lk-glyph">
                  <Icon name={way.icon} />
                </span>
              }
              title={text.any(way.title, slots)}
              sub={way.note ? text.t(way.note) : new URL(way.href).hostname.replace(/^www\./, '')}
              end="external"
              href={way.href}
            />
          ))}
        </Group>
      )}
      {ways.length === 0 && onOther && (
        <div className="lk-actions">
          <Button onClick={onOther}>{text.t('connecting.otherWallet')}</Button>
        </div>
      )}
    </>
  );
}
