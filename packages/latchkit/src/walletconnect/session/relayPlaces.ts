import type { RelayEntry } from '../../core/walletConnect/RelayEntry.js';
import type { RelayPlace, RelaysOptions } from '../relay/createRelays.js';
import { readIdentity } from './readIdentity.js';
import type { SignOptions } from './SignOptions.js';

/** The relays of a client, those that use its own project id first. */
export function placesOf(options: SignOptions): Pick<RelaysOptions, 'places' | 'later'> {
  const {
    projectId,
    relays,
    relayUrl = [],
    moreRelays,
    onDemand = false,
    identityStorage,
    tokenInProtocol,
  } = options;
  const placeOf = ({ url, ...entry }: RelayEntry, isFirst: boolean): RelayPlace => {
    // A relay that later is the only one keeps its name, and gets no session of another.
    const name = isFirst && entry.projectId === undefined ? undefined : url;
    return {
      name,
      urls: [url],
      projectId: entry.projectId ?? projectId,
      privateKey: readIdentity(identityStorage, name),
      waits: onDemand && entry.projectId !== undefined,
      tokenInProtocol: tokenInProtocol && entry.projectId === undefined,
    };
  };
  const later = moreRelays?.then(more => more.map(entry => placeOf(entry, false)));
  const sorted = [...(relays ?? [])].sort((a, b) => Number(!!a.projectId) - Number(!!b.projectId));
  if (relays) return { places: sorted.map((entry, at) => placeOf(entry, at === 0)), later };
  const urls = typeof relayUrl === 'string' ? [relayUrl] : relayUrl;
  const place = {
    urls,
    projectId,
    privateKey: readIdentity(identityStorage),
    name: undefined,
    waits: false,
    tokenInProtocol,
  };
  return { places: urls.length > 0 ? [place] : [], later };
}
