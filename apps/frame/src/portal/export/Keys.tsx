import type { ExportedWallet } from '@latchkit/keyring';
import { bytesToHex } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import type { WalletAddresses } from 'latchkit/protocol';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useReveal } from './useReveal.js';

export interface KeysProps extends Omit<ExportedWallet, 'phrase'> {
  readonly addresses: WalletAddresses;
}

/** The private keys in the formats of other wallets, in the page only while they are shown. */
export function Keys({ evm, owner, solana, smartAccount, addresses }: KeysProps) {
  const { text } = usePortal();
  const { isShown, hold } = useReveal();
  const rows = [
    { label: 'export.keyEvm', address: addresses.evm, key: () => `0x${bytesToHex(evm)}` },
    {
      label: 'export.keyOwner',
      address: new TextDecoder().decode(smartAccount),
      key: () => `0x${bytesToHex(owner)}`,
    },
    { label: 'export.keySolana', address: addresses.solana, key: () => base58.encode(solana) },
  ] as const;
  return (
    <section className="pt-block" aria-labelledby="keys">
      <header>
        <h2 id="keys">{text('export.keys')}</h2>
        <p>{text('export.keysText')}</p>
      </header>
      <p className="pt-sr">{isShown ? '' : text('export.keysCovered')}</p>
      <ul className="pt-rows">
        {rows.map(({ label, address, key }) => (
          <li key={label} className="pt-row">
            <Glyph name="lock" />
            <div>
              <b>{text(label)}</b>
              <small>
                <bdi translate="no">{address}</bdi>
              </small>
              <span className="pt-secret" dir="ltr" translate="no" aria-hidden={!isShown}>
                {isShown ? key() : '••••••••••••••••••••••••'}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <div className="pt-acts">
        <button type="button" className="pt-btn pt-hold" data-variant="secondary" {...hold}>
          <Icon name="eye" size="sm" />
          {text('export.holdKeys')}
        </button>
      </div>
    </section>
  );
}
