import type { Metadata } from 'latchkit/walletconnect';
import { useState } from 'react';

/** Who asks: its picture or first letter, its name, and where it says it is. */
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

/** A peer's picture; its first letter where there is none that can be loaded. */
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

/** The host of the address that a peer gives for itself. */
export function hostOf({ url }: Metadata): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
