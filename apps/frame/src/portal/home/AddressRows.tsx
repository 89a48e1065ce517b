import { listAccountNamesCall, type listAccountNamesRequest } from 'latchkit/protocol';
import { lazy, Suspense, useState } from 'react';
import { shortAddress } from '../../review/model/visibleText.js';
import { Dialog } from '../parts/Dialog.js';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import { Skeleton } from '../parts/Skeleton.js';
import { usePortal, useUser } from '../runtime/PortalContext.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { type NamedAddress, useNamedAddresses } from '../runtime/useNamedAddresses.js';

const QrCode = lazy(async () => ({ default: (await import('../parts/QrCode.js')).QrCode }));

/** The addresses of the wallet, to copy and to scan. */
export function AddressRows() {
  const { portal, text } = usePortal();
  const { addresses } = useUser().wallet;
  const rows = useNamedAddresses()?.(addresses);
  const { value: named } = useLoaded(() =>
    portal.call<typeof listAccountNamesRequest>(listAccountNamesCall, {}),
  );
  const nameOf = (address: string) => named?.names.find(one => one.address === address)?.name;
  const [isCopied, setCopied] = useState(false);
  const [scanned, setScanned] = useState<NamedAddress>();
  const copy = (address: string) => {
    setCopied(false);
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <section className="pt-block" aria-labelledby="addresses">
      <h2 id="addresses">{text('home.addresses')}</h2>
      {rows === undefined ? (
        <Skeleton />
      ) : (
        <ul className="pt-rows">
          {rows.map(({ network, address }) => (
            <li key={network} className="pt-row">
              <Glyph name="wallet" />
              <div>
                <b>{network}</b>
                {nameOf(address) && (
                  <small>
                    <bdi>{nameOf(address)}</bdi>
                  </small>
                )}
                <small>
                  <bdi>
                    <data value={address}>{shortAddress(address)}</data>
                  </bdi>
                </small>
              </div>
              <div className="pt-acts">
                <button
                  type="button"
                  className="pt-icon-btn"
                  aria-label={text('home.qr', { network })}
                  onClick={() => setScanned({ network, address })}
                >
                  <Icon name="qr" />
                </button>
                <button
                  type="button"
                  className="pt-icon-btn"
                  aria-label={text('home.copy', { network })}
                  onClick={() => copy(address)}
                >
                  <Icon name="copy" />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="pt-sr" role="status">
        {isCopied && text('copied')}
      </p>
      {scanned && (
        <Dialog
          icon="qr"
          title={text('home.qrTitle', { network: scanned.network })}
          text={<bdi>{scanned.address}</bdi>}
          onClose={() => setScanned(undefined)}
        >
          <form method="dialog">
            <Suspense>
              <QrCode text={scanned.address} label={scanned.address} />
            </Suspense>
            <button type="submit" className="pt-btn" data-variant="secondary">
              {text('close')}
            </button>
          </form>
        </Dialog>
      )}
    </section>
  );
}
