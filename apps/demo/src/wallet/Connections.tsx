import type { CaipNetwork } from 'latchkit';
import type { Session } from 'latchkit/walletconnect';
import type { DemoWallet } from './createDemoWallet.js';
import { hostOf, PeerIcon } from './Peer.js';

interface ConnectionsProps {
  readonly wallet: DemoWallet;
  readonly sessions: readonly Session[];
  readonly networks: readonly CaipNetwork[];
}

/** The connected pages. */
export function Connections({ wallet, sessions, networks }: ConnectionsProps) {
  return (
    <section className="group" aria-labelledby="connections">
      <h2 id="connections">Connections</h2>
      {sessions.length === 0 && <p className="small">No page is connected.</p>}
      <ul className="rows">
        {sessions.map(({ topic, peer: { metadata }, namespaces }) => (
          <li key={topic} className="row">
            <PeerIcon metadata={metadata} />
            <span className="row-main">
              <bdi>{metadata.name || 'A page without a name'}</bdi>
              <small>{[hostOf(metadata), namesOf(namespaces, networks)].filter(Boolean).join(' · ')}</small>
            </span>
            <button type="button" className="button" onClick={() => void wallet.disconnect(topic)}>
              Disconnect <span className="hidden">{metadata.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function namesOf(namespaces: Session['namespaces'], networks: readonly CaipNetwork[]): string {
  const chains = Object.values(namespaces).flatMap(({ chains = [] }) => chains);
  return chains
    .map(chain => networks.find(({ caipNetworkId }) => caipNetworkId === chain)?.name ?? chain)
    .join(', ');
}
