import { useState } from 'react';
import type { WalletItem } from '../../../core/index.js';
import { linkEnvironment } from '../../../internal/index.js';
import { Tabs } from '../../primitives/Tabs.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { ShownAttempt } from '../connect/useAttempt.js';
import { PairingCode } from './PairingCode.js';
import { PairingEnd } from './PairingEnd.js';
import { PairingLink } from './PairingLink.js';
import { type PairingWay, pairingWays } from './pairingWays.js';
import { usePairing } from './usePairing.js';

export interface PairingProps {
  walletId: string;
  name: string;
  imageUrl: string | undefined;
  /** Undefined: any wallet. */
  wallet: WalletItem | undefined;
  state: ShownAttempt;
  onRetry: () => void;
}

const LABELS = {
  code: 'pair.tabCode',
  mobile: 'pair.tabMobile',
  desktop: 'pair.tabDesktop',
  webapp: 'pair.tabWebapp',
} as const satisfies Record<PairingWay, string>;

/** The ways to transfer a pairing to a wallet, one at a time, and the result. */
export function Pairing(props: PairingProps) {
  const { name, wallet, state } = props;
  const { text } = useModal();
  const pairing = usePairing();
  const listing = wallet?.listing;
  const [environment] = useState(linkEnvironment);
  const ways = pairingWays(listing, environment);
  const [picked, setPicked] = useState<PairingWay>();
  const way = picked && ways.includes(picked) ? picked : (ways[0] ?? 'code');
  if (way !== 'code' && ways.length === 1) return <PairingLink {...props} pairing={pairing} kind={way} />;
  if (state.status !== 'waiting') return <PairingEnd {...props} />;
  const panel =
    way === 'code' ? (
      <PairingCode {...props} pairing={pairing} />
    ) : (
      <PairingLink {...props} pairing={pairing} kind={way} />
    );
  if (ways.length === 1) return panel;
  return (
    <Tabs
      label={text.t('pair.ways', { wallet: name })}
      tabs={ways.map(one => ({ name: one, label: text.t(LABELS[one]) }))}
      selected={way}
      onSelect={setPicked}
    >
      {panel}
    </Tabs>
  );
}

/** The id of the entry for any wallet that can scan a code or open a link. */
export const ANY_WALLET = 'walletConnect';
