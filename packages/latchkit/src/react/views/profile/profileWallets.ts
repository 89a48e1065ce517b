import {
  type ChainNamespace,
  type Connector,
  type Latchkit,
  type LatchkitState,
  walletImageUrl,
} from '../../../core/index.js';
import { connectorImage, connectorName } from '../connectorName.js';
import { shortenEmail } from '../shortenEmail.js';

/** A connected wallet as the list shows it. */
export interface ProfileWallet {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly name: string;
  /** The wallet of an email login; its name is the address. */
  readonly isEmail: boolean;
  readonly imageUrl: string | undefined;
  readonly address: string;
  /** The wallet's further accounts. */
  readonly accounts: readonly string[];
  /** The read-outs of its namespace speak of it. */
  readonly isLead: boolean;
}

/** A wallet that was used before and is here, but not connected. */
export interface RecentWallet {
  /** Its id in the wallet list. */
  readonly walletId: string;
  /** Undefined for a wallet of several: the visitor is asked. */
  readonly namespace: ChainNamespace | undefined;
  readonly name: string;
  readonly imageUrl: string | undefined;
}

export interface ProfileWallets {
  /** What the whole instance's read-outs speak of. */
  readonly active: ProfileWallet | undefined;
  /** What else is connected, the active namespace first; a namespace without anything is left out. */
  readonly groups: readonly {
    readonly namespace: ChainNamespace;
    readonly wallets: readonly ProfileWallet[];
  }[];
  readonly recent: readonly RecentWallet[];
}

/** The visitor's wallets per namespace [VIEW-16]; recent ones only where another wallet can be added. */
export function profileWallets(kit: Latchkit, state: LatchkitState): ProfileWallets {
  const { chains, activeNamespace, connections, features, recentWalletIds } = state;
  const namespaces = (Object.keys(chains) as ChainNamespace[]).sort(
    (a, b) => Number(b === activeNamespace) - Number(a === activeNamespace),
  );
  const known = state.connectors.flatMap(partsOf);
  const held = connections.flatMap((connection): ProfileWallet[] => {
    const { namespace, connectorId, accounts, auth } = connection;
    const [first, ...rest] = accounts;
    if (!first) return [];
    const lead = chains[namespace]?.connection;
    const connector = known.find(one => one.chain === namespace && one.id === connectorId);
    return [
      {
        namespace,
        connectorId,
        // A wallet that has left the page since is known by its id.
        name:
          (auth?.username && shortenEmail(auth.username)) || (connectorName(state, connector) ?? connectorId),
        isEmail: auth !== undefined,
        imageUrl: imageOf(kit, state, connector),
        address: first.address,
        accounts: rest.map(({ address }) => address),
        isLead: lead?.status === 'connected' && lead.connectorId === connectorId,
      },
    ];
  });
  const active = held.find(one => one.isLead && one.namespace === activeNamespace);
  const groups = namespaces.map(namespace => ({
    namespace,
    wallets: held.filter(one => one.namespace === namespace && one !== active),
  }));
  const isHeld = ({ chain, id }: Connector) =>
    held.some(one => one.namespace === chain && one.connectorId === id);
  const recent = recentWalletIds.flatMap((id): RecentWallet[] => {
    const listed = state.connectors.find(one => partsOf(one).some(inner => inner.id === id));
    // A wallet of several kinds of chains may have another id on each.
    if (!listed || partsOf(listed).some(isHeld)) return [];
    const [first, ...rest] = partsOf(listed).filter(inner => inner.id === id);
    const namespace = rest.length === 0 ? first?.chain : undefined;
    return [{ walletId: listed.id, namespace, name: listed.name, imageUrl: imageOf(kit, state, listed) }];
  });
  return {
    active,
    groups: groups.filter(({ wallets }) => wallets.length > 0),
    recent: features.multiWallet ? recent : [],
  };
}

const partsOf = (connector: Connector) => connector.connectors ?? [connector];

function imageOf(kit: Latchkit, state: LatchkitState, connector: Connector | undefined): string | undefined {
  return (
    connectorImage(state, connector) ??
    (connector?.imageId ? walletImageUrl(kit, connector.imageId) : undefined)
  );
}
