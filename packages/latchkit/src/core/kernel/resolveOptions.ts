import { AdapterForNamespaceError } from '../../protocol/AdapterForNamespaceError.js';
import { isNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { InstanceOptions } from '../LatchkitOptions.js';
import { safeLink } from './safeLink.js';

/** Stands in for the page, which a server does not know: relative links are valid. */
const PAGE = 'https://page.invalid';

/** A host and perhaps a path, without a query. */
const BASE_URL = /^https?:\/\/[^/?#]+(\/[^?#]*)?$/;

/**
 * Validates the options.
 *
 * @throws SIWE_AND_SIWX, TERMS_MISSING, CAIP_NETWORK_UNDEFINED without a network, INVALID_GATEWAY, CHAIN_NOT_SUPPORTED,
 * LOGIN_MISSING, CLIENTS_NOT_SET, WC_INVALID_RELAYS, ADAPTER_FOR_NAMESPACE_NOT_FOUND for a network without an adapter.
 */
export function checkOptions(options: InstanceOptions): void {
  if (options.siwx && options.siweConfig) throw createError('SIWE_AND_SIWX');
  if (!options.networks?.length) {
    throw createError('CAIP_NETWORK_UNDEFINED', {
      details: 'Pass at least one network to createLatchkit.',
    });
  }
  const { termsUrl, privacyUrl } = options.modal ?? {};
  if (options.features?.legalCheckbox && !safeLink(termsUrl, PAGE) && !safeLink(privacyUrl, PAGE)) {
    throw createError('TERMS_MISSING');
  }
  for (const address of [options.gateway, options.alternateGateway]) {
    if (!address || BASE_URL.test(address)) continue;
    throw createError('INVALID_GATEWAY', {
      details: `'${address}' is not a base URL. Begin it with https://, or with http:// in development; it may have a path.`,
    });
  }
  for (const adapter of options.adapters ?? []) {
    const { namespace } = adapter;
    if (!isNamespace(namespace)) throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
    // A plain JavaScript host can pass an incomplete adapter.
    const complete = typeof adapter.connect === 'function' && typeof adapter.switchNetwork === 'function';
    if (!complete) throw createError('CLIENTS_NOT_SET', { context: { namespace } });
  }
  if (options.wallets === false && !options.embeddedWallet) throw createError('LOGIN_MISSING');
  options.walletConnect?.check(options.gateway);
  if (!options.adapters?.length) return;
  for (const { chainNamespace } of options.networks) {
    const found = options.adapters.some(adapter => adapter.namespace === chainNamespace);
    if (!found) throw new AdapterForNamespaceError(chainNamespace);
  }
}

/** Whether a part of the configuration cannot work: see `lackingParts`. */
export function lacksParts(options: InstanceOptions): boolean {
  const { siwx = options.siweConfig, walletConnect, adapters, gateway } = options;
  return !!(
    siwx?.missing?.(options) || (walletConnect ? walletConnect.missing?.(gateway) : !adapters?.length)
  );
}

/** A gateway on this machine, as in development. */
const LOCAL = /^http:\/\/([\w-]+\.)*(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** The options with the development project, which has this id, at a gateway on this machine if no project was passed. */
export function withProject(options: InstanceOptions): InstanceOptions {
  const { gateway, projectId } = options;
  return gateway && !projectId && LOCAL.test(gateway) ? { ...options, projectId: '0'.repeat(32) } : options;
}

/** The options with the gateway URL for this visitor: the alternate one in a restricted timezone. */
export function withServiceAddress(options: InstanceOptions): InstanceOptions {
  const { alternateGateway: gateway } = options;
  // A server's own timezone says nothing about the visitor's.
  if (!gateway || typeof window === 'undefined') return options;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isRestrictedTimezone(timeZone) ? { ...options, gateway } : options;
}

/** Regions in which the usual service URL may be unreachable. */
const RESTRICTED = /^Asia\/(Shanghai|Urumqi|Chongqing|Harbin|Kashgar|Macau|Macao|Hong_Kong)$/;

/** Whether a timezone requires the services' alternate URL. */
export function isRestrictedTimezone(timeZone: string): boolean {
  return RESTRICTED.test(timeZone);
}
