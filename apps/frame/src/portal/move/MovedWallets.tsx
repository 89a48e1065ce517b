import type { SecondWallet } from 'latchkit/protocol';
import { useId, useState } from 'react';
import { Glyph } from '../parts/Glyph.js';
import { Skeleton } from '../parts/Skeleton.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { type NamedAddress, useNamedAddresses } from '../runtime/useNamedAddresses.js';
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
  const namesOf = useNamedAddresses();
  const [rest, setRest] = useState<number>();
  return (
    <>
      <Addresses title={text('move.new')} addresses={namesOf?.(to.addresses)} />
      {canSign ? (
        <Assets from={from} to={to} onRest={setRest} />
      ) : (
        <p className="pt-note">{text('move.away')}</p>
      )}
      <Addresses title={text('move.old')} addresses={namesOf?.(from.addresses)} />
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

interface AddressesProps {
  readonly title: string;
  readonly addresses: readonly NamedAddress[] | undefined;
}

function Addresses({ title, addresses }: AddressesProps) {
  const id = useId();
  return (
    <section className="pt-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {addresses === undefined ? (
        <Skeleton />
      ) : (
        <ul className="pt-rows">
          {addresses.map(({ network, address }) => (
            <li key={network} className="pt-row">
              <Glyph name="wallet" />
              <div>
                <b>{network}</b>
                <small>
                  <bdi>{address}</bdi>
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
