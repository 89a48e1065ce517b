import type { Metadata } from 'latchkit/walletconnect';
import { useState } from 'react';

/** The requesting page: its icon or first letter, its name and its claimed host. */
export function Peer({ metadata }: { readonly metadata: Metadata }) {
  return (
    <div className="peer">
      <PeerIcon metadata={metadata} />
      <span className="peer-who">
        <b>
          <bdi>{metadata.name || 'A page without a name'}</bdi>
        </b>
        <span>{hostOf(metadata) ?? 'It does not say where it is'}</span>
      </span>
    </div>
  );
}

/** A peer's icon, or its first letter if no icon can be loaded. */
export function PeerIcon({ metadata: { name, icons } }: { readonly metadata: Metadata }) {
  const [isBroken, setBroken] = useState(false);
  const [icon] = icons;
  return (
    <span className="peer-icon" aria-hidden="true">
      {icon && !isBroken ? (
        <img src={icon} alt="" onError={() => setBroken(true)} />
      ) : (
        name.slice(0, 1) || '?'
      )}
    </span>
  );
}

/** The host name of the URL that a peer claims. */
export function hostOf({ url }: Metadata): string | undefined {
  try {
    return new URL(url).host;
  } catch {
    return undefined;
  }
}
