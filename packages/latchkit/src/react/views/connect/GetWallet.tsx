import type { WalletItem } from '../../../core/index.js';
import { linkEnvironment, pageAddress } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Group } from '../../primitives/Group.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Said } from '../../primitives/Said.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useCopy } from '../../runtime/useCopy.js';
import { useKitState } from '../../runtime/useKitState.js';
import { waysToGet } from './waysToGet.js';

export interface GetWalletProps {
  name: string;
  wallet: WalletItem | undefined;
  /** The namespace to connect. Default: the active one. */
  namespace?: string | undefined;
  /** Leads back to the other wallets, if the visitor came from them. */
  onOther?: () => void;
}

/** Shown for a wallet that isn't installed: all ways to get it, shortest first. */
export function GetWallet({ name, wallet, namespace, onOther }: GetWalletProps) {
  const { kit, text } = useModal();
  const active = useKitState(state => state.activeNamespace);
  const page = pageAddress(kit);
  const { copied, copy } = useCopy(page);
  const environment = linkEnvironment();
  const pairs = wallet?.pairs === true;
  const ways = waysToGet(wallet?.listing, environment, { page, namespace: namespace ?? active, pairs });
  const [first] = ways;
  const opens = first?.kind === 'page' || first?.kind === 'browser' || first?.kind === 'app';
  // A phone's browser has no extensions: the wallet is an app, whose own browser opens the page.
  const missing = environment.platform === 'desktop' ? 'connecting.getText' : 'connecting.phoneText';
  const found = opens ? (`connecting.${first.kind}Text` as const) : pairs ? 'pair.getText' : missing;
  const slots = { wallet: name };
  return (
    <>
      <Hero
        title={text.t(opens ? 'connecting.openTitle' : 'connecting.getTitle', slots)}
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
              {...(way.kind === 'browser'
                ? { end: copied ? ('check' as const) : ('copy' as const), onClick: copy }
                : { end: 'external' as const, href: way.href })}
            />
          ))}
        </Group>
      )}
      <Said>{copied && text.t('toast.linkCopied')}</Said>
      {ways.length === 0 && onOther && (
        <div className="lk-actions">
          <Button onClick={onOther}>{text.t('connecting.otherWallet')}</Button>
        </div>
      )}
    </>
  );
}
