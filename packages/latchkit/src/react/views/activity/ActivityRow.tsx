import type { ReactNode } from 'react';
import type { ActivityEntry, CaipNetwork, Latchkit, TransactionTransfer } from '../../../core/index.js';
import { isOwnImage, tokenImageUrl } from '../../../internal/index.js';
import { Coin } from '../../primitives/Coin.js';
import { Icon } from '../../primitives/Icon.js';
import { Tipped } from '../../primitives/Tipped.js';
import { useModal } from '../../runtime/ModalContext.js';
import { transactionLink } from '../explorerLink.js';
import { describeActivity, type OwnNames } from './describeActivity.js';

/** One transaction: its type, counterparty and transfers, with a link to the explorer. */
export function ActivityRow({
  transaction,
  network,
  names,
}: {
  transaction: ActivityEntry;
  network: CaipNetwork;
  names?: OwnNames;
}) {
  const { kit, text } = useModal();
  const { title, sub, amount, note, icon, tone, moved } = describeActivity(text, transaction, names);
  const [first, second] = moved;
  const exact =
    first && `${first.shown?.amount ?? first.quantity.numeric} ${first.fungible_info?.symbol ?? ''}`.trim();
  const link = transactionLink(network, transaction.metadata.hash ?? transaction.id);
  let mark: ReactNode = (
    <span className="lk-glyph" data-tone={tone}>
      <Icon name={icon} />
    </span>
  );
  if (first && tone !== 'danger' && second) {
    mark = (
      <span className="lk-duo" aria-hidden="true">
        <TransferCoin kit={kit} transfer={first} />
        <TransferCoin kit={kit} transfer={second} />
      </span>
    );
  } else if (first && tone !== 'danger' && (first.nft_info || first.fungible_info?.icon)) {
    mark = (
      <span className="lk-moved">
        <TransferCoin kit={kit} transfer={first} size={36} />
        <span className="lk-moved-way" data-tone={tone}>
          <Icon name={icon} size="sm" />
        </span>
      </span>
    );
  }
  return (
    <RowLink href={link?.href}>
      {mark}
      <span className="lk-row-text">
        <span className="lk-row-title">{title}</span>
        {sub && (
          <span className="lk-row-sub">
            <bdi>{sub}</bdi>
          </span>
        )}
      </span>
      {amount && (
        <span className="lk-row-value">
          <span className="lk-row-title">
            <Tipped tip={exact}>{amount}</Tipped>
          </span>
          {note && (
            <span className="lk-row-sub">
              <bdi>{note}</bdi>
            </span>
          )}
        </span>
      )}
    </RowLink>
  );
}

interface TransferCoinProps {
  kit: Latchkit;
  transfer: TransactionTransfer;
  size?: 24 | 36;
}

/** The image of a transfer: the token's icon or, if the gateway serves it, the NFT's preview. */
function TransferCoin({ kit, transfer, size = 24 }: TransferCoinProps) {
  const { fungible_info: token, nft_info: nft } = transfer;
  const symbol = token?.symbol ?? nft?.name ?? '';
  const preview = nft?.content?.preview?.url;
  const url = nft
    ? isOwnImage(kit, preview)
      ? preview
      : undefined
    : tokenImageUrl(kit, { symbol, iconUrl: token?.icon?.url });
  return <Coin id={token?.address ?? symbol} name={symbol} url={url} size={size} />;
}

/** A row that links to a page or, without one, is plain text. */
function RowLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <li>
      {href ? (
        <a className="lk-row" href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        <div className="lk-row lk-still">{children}</div>
      )}
    </li>
  );
}
