import { withDeadline } from '../../core/adapter/abortable.js';
import type { RelayKind } from '../../core/walletConnect/RelayEntry.js';
import type { RelayKinds, WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import type { BaseError } from '../../protocol/BaseError.js';
import { isChainId } from '../../protocol/caip.js';
import type { ProviderEvents } from '../provider/ProviderEvents.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import type { RelayStatus } from '../relay/RelayStatus.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { namespacesOf } from './namespacesOf.js';

export interface ProviderFollower {
  /** Whether the relay subscribed to the session, waiting up to 3 s. It does not ping the wallet: phones sleep. */
  announced(): Promise<boolean>;
  /** Sends a request to the relay again; does nothing before it was sent or after it settled. */
  resend(id: number): Promise<void>;
  /** Rejects a request with 4001; does nothing after it settled. */
  cancel(id: number): void;
}

/** Reports a provider's events to an instance. */
export function followProvider(
  provider: UniversalProvider,
  { report }: WalletConnectHost,
  kindOf: (url: string) => RelayKind,
  ended: () => void,
): ProviderFollower {
  // The session that was reported to the instance, and the one being subscribed to at the relay.
  let announced: string | undefined;
  const underWay = new Map<number, Pick<ProviderEvents['request'], 'cancel' | 'resend'>>();
  let asked: { readonly topic: string; readonly answer: Promise<boolean> } | undefined;

  const announce = (): Promise<boolean> => {
    const { session } = provider;
    if (!session) return Promise.resolve(false);
    const { topic } = session;
    if (announced === topic) return Promise.resolve(true);
    if (asked?.topic === topic) return asked.answer;
    const answer = provider.listening().then(
      () => tell(topic),
      () => false,
    );
    const mine = { topic, answer };
    asked = mine;
    void answer.then(() => {
      if (asked === mine) asked = undefined;
    });
    return answer;
  };
  const tell = (topic: string): boolean => {
    const { session } = provider;
    if (session?.topic !== topic) return false;
    if (announced === topic) return true;
    announced = topic;
    const { name, url, icons, redirect } = session.peer.metadata;
    report({ type: 'connected', namespaces: namespacesOf(session), wallet: { name, url, icons, redirect } });
    return true;
  };

  provider.on('display_uri', uri => report({ type: 'link', uri }));
  provider.on('relay_status', status => {
    const kinds = status.relays && kindsOf(status.relays, kindOf);
    report({ type: 'relay', relay: status.status, error: causeOf(status), kinds });
    // The relay may have been down when the page loaded.
    if (status.status === 'open') void announce();
  });
  provider.on('connect', () => void announce());
  provider.on('disconnect', () => {
    announced = undefined;
    ended();
    report({ type: 'disconnected' });
  });
  provider.on('request', ({ id, method, chainId, state, cancel, resend }) => {
    if (state === 'settled') underWay.delete(id);
    else underWay.set(id, { cancel, resend });
    if (isChainId(chainId))
      report({ type: 'request', id, method, chainId, status: state, topic: provider.session?.topic });
  });
  return {
    announced: () => withDeadline(announce(), walletConnectTimes.threeSeconds * 1_000, false),
    resend: async id => underWay.get(id)?.resend?.(),
    cancel: id => underWay.get(id)?.cancel(),
  };
}

/** The best status of each kind. */
function kindsOf(relays: NonNullable<RelayStatus['relays']>, kindOf: (url: string) => RelayKind): RelayKinds {
  const ofKind = (kind: RelayKind) => {
    const all = relays.filter(({ url }) => kindOf(url) === kind).map(({ status }) => status);
    return RANK.find(status => all.includes(status)) ?? 'idle';
  };
  return { gateway: ofKind('gateway'), network: ofKind('network') };
}

const RANK = ['open', 'connecting', 'unreachable', 'offline', 'idle'] as const;

function causeOf(status: RelayStatus): BaseError | undefined {
  if (status.status === 'unreachable') return status.error;
  if (status.status !== 'offline') return undefined;
  return walletConnectError('WC_RELAY_UNREACHABLE', {
    details: 'This device is offline.',
    context: { offline: true },
  });
}
