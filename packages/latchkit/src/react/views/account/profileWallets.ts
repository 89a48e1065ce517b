import type {
  ChainNamespace,
  Connector,
  Latchkit,
  LatchkitState,
  SocialProvider,
} from '../../../core/index.js';
import { walletImageUrl } from '../../../internal/index.js';
import { socialOf } from '../../runtime/socialOf.js';
import { connectorImage, connectorName } from '../connectorName.js';
import { loginName } from '../loginName.js';

/** A connected wallet as the list shows it. */
export interface ProfileWallet {
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
  readonly name: string;
  /** The embedded wallet; its name is the email address, or the user's name at the provider. */
  readonly isEmail: boolean;
  /** The provider of a social login. */
  readonly social: SocialProvider | undefined;
  readonly imageUrl: string | undefined;
  readonly address: string;
  /** The wallet's other accounts. */
  readonly accounts: readonly string[];
  /** The wallet that the state of its namespace describes. */
  readonly isLead: boolean;
}

/** A wallet that was used before and is available, but not connected. */
export interface RecentWallet {
  /** Its id in the wallet list. */
  readonly walletId: string;
  /** Undefined for a wallet with several namespaces: the visitor chooses one. */
  readonly namespace: ChainNamespace | undefined;
  readonly name: string;
  readonly imageUrl: string | undefined;
}

export interface ProfileWallets {
  /** The wallet that the state of the whole instance describes. */
  readonly active: ProfileWallet | undefined;
  /** The other connected wallets, the active namespace first, without empty namespaces. */
  readonly groups: readonly {
    readonly namespace: ChainNamespace;
    readonly wallets: readonly ProfileWallet[];
  }[];
  readonly recent: readonly RecentWallet[];
}

/** The visitor's wallets per namespace. Recent ones are listed only if another wallet can be added. */
export function profileWallets(kit: Latchkit, state: LatchkitState): ProfileWallets {
  const { namespaces, activeNamespace, connections, features, recentWalletIds } = state;
  const ordered = (Object.keys(namespaces) as ChainNamespace[]).sort(
    (a, b) => Number(b === activeNamespace) - Number(a === activeNamespace),
  );
  const known = state.connectors.flatMap(partsOf);
  const held = connections.flatMap((connection): ProfileWallet[] => {
    const { namespace, connectorId, accounts, auth } = connection;
    const [first, ...rest] = accounts;
    if (!first) return [];
    const lead = namespaces[namespace]?.connection;
    const connector = known.find(one => one.chain === namespace && one.id === connectorId);
    return [
      {
        namespace,
        connectorId,
        // A wallet that is no longer on the page is only known by its id.
        name: (auth && loginName(auth)) || (connectorName(state, connector) ?? connectorId),
        isEmail: auth !== undefined,
        social: auth && socialOf(auth.name),
        imageUrl: imageOf(kit, state, connector),
        address: first.address,
        accounts: rest.map(({ address }) => address),
        isLead: lead?.status === 'connected' && lead.connectorId === connectorId,
      },
    ];
  });
  const active = held.find(one => one.isLead && one.namespace === activeNamespace);
  const groups = ordered.map(namespace => ({
    namespace,
    wallets: held.filter(one => one.namespace === namespace && one !== active),
  }));
  const isHeld = ({ chain, id }: Connector) =>
    held.some(one => one.namespace === chain && one.connectorId === id);
  const recent = recentWalletIds.flatMap((id): RecentWallet[] => {
    const listed = state.connectors.find(one => partsOf(one).some(inner => inner.id === id));
    // A wallet with several namespaces may have a different id on each.
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
