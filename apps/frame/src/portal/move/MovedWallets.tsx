import type { SecondWallet, WalletAccount } from 'latchkit/protocol';
import { useState } from 'react';
import { Glyph } from '../parts/Glyph.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { Assets } from './Assets.js';

export interface MovedWalletsProps {
  readonly second: SecondWallet;
  readonly onSwitch: () => void;
}

/** The two wallets of a move: what the old one still holds, and which one is active. */
export function MovedWallets({ second, onSwitch }: MovedWalletsProps) {
  const { text, day } = usePortal();
  const { wallet: active } = useUser();
  const isNew = second.state === 'new';
  const [from, to] = isNew ? [active, second.wallet] : [second.wallet, active];
  const canSign = isNew || second.isEnrolled;
  const [rest, setRest] = useState<number>();
  return (
    <>
      <Addresses title={text('move.new')} wallet={to} />
      {canSign ? (
        <Assets from={from} to={to} onRest={setRest} />
      ) : (
        <p className="pt-note">{text('move.away')}</p>
      )}
      <Addresses title={text('move.old')} wallet={from} />
      <p className="pt-note">
        {text('move.stays')} {second.removedAt !== null && text('move.until', { day: day(second.removedAt) })}
      </p>
      <div className="pt-acts">
        <button
          type="button"
          className="pt-btn"
          data-variant={isNew && rest === 0 ? 'primary' : 'secondary'}
          onClick={onSwitch}
        >
          {text(isNew ? 'move.switch' : 'move.back')}
        </button>
        <a className="pt-btn" data-variant="quiet" href="#export">
          {text('move.export')}
        </a>
      </div>
    </>
  );
}

function Addresses({ title, wallet }: { readonly title: string; readonly wallet: WalletAccount }) {
  const { evm, solana } = wallet.addresses;
  return (
    <section className="pt-block" aria-label={title}>
      <div className="pt-rows">
        <div className="pt-row">
          <Glyph name="wallet" />
          <div>
            <b>{title}</b>
            {[evm, solana].map(address => (
              <small key={address}>
                <bdi title={address}>{address}</bdi>
              </small>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
