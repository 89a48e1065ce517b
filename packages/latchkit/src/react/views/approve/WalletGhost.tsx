import { Skeleton } from '../../primitives/Skeleton.js';
import { useModal } from '../../runtime/ModalContext.js';

/** A placeholder in the shape of the wallet page. */
export function WalletGhost() {
  const { text } = useModal();
  return (
    <div className="lk-wallet-ghost" role="status">
      <span className="lk-sr">{text.t('approve.loading')}</span>
      <div className="lk-wallet-bar" />
      <div className="lk-row" data-static="" aria-hidden="true">
        <Skeleton shape="tile" />
        <span className="lk-row-text">
          <Skeleton shape="line" />
          <Skeleton shape="short" />
        </span>
      </div>
      <div className="lk-wallet-lines" aria-hidden="true">
        <Skeleton shape="short" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
      <div className="lk-wallet-acts" aria-hidden="true">
        <Skeleton shape="name" />
        <Skeleton shape="name" />
      </div>
    </div>
  );
}
