import { pathSegment } from '../../protocol/pathSegment.js';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { urlUnder } from '../../protocol/urlUnder.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';

/**
 * The URL of a service call, with the parameters of every call: project id, SDK type and version. Undefined without a gateway and
 * a project id; then no service is called.
 */
export function serviceUrl(
  options: Pick<LatchkitOptions, 'gateway' | 'projectId'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): URL | undefined {
  if (!options.gateway || !options.projectId) return undefined;
  const url = urlUnder(options.gateway, path);
  url.searchParams.set('projectId', options.projectId);
  url.searchParams.set('st', 'latchkit');
  url.searchParams.set('sv', VERSION);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(key, String(value));
  }
  return url;
}

/** Origin of the gateway, for which accounts sign orders; undefined without a gateway. */
export function gatewayOrigin({ options: { gateway } }: Pick<Latchkit, 'options'>): string | undefined {
  return gateway ? new URL(gateway).origin : undefined;
}

/** Version of the package; a test compares it with package.json. */
export const VERSION = '0.1.0';

/**
 * The RPC URL for reads of a network: the host's `rpcUrls` first, then the configured gateway for networks it supports, then the
 * network's own `rpcUrls`. Undefined: reads go through the wallet only.
 */
export function rpcUrl(
  options: Pick<LatchkitOptions, 'gateway' | 'projectId' | 'rpcUrls'>,
  network: CaipNetwork,
): string | undefined {
  const id = network.caipNetworkId;
  const own = options.rpcUrls?.[id];
  if (own) return own;
  if (options.gateway && options.projectId && supportedNetworkIds().includes(id)) {
    const url = urlUnder(options.gateway, '/v1');
    url.searchParams.set('chainId', id);
    url.searchParams.set('projectId', options.projectId);
    return url.href;
  }
  return network.rpcUrls.default.http[0];
}

/** URL of a wallet's image at the gateway; undefined without a gateway. */
export function walletImageUrl(kit: Latchkit, imageId: string): string | undefined {
  return serviceUrl(kit.options, `/getWalletImage/${pathSegment(imageId)}`)?.href;
}

/** URL of the image of a network or login provider (`login:google`) at the gateway; undefined without a gateway. */
export function assetImageUrl(
  { options }: { readonly options: Pick<LatchkitOptions, 'gateway' | 'projectId'> },
  imageId: string,
): string | undefined {
  return serviceUrl(options, `/public/getAssetImage/${pathSegment(imageId)}`)?.href;
}
