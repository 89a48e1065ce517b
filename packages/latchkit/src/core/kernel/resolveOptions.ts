import { isNamespace } from '../../protocol/caip.js';
import { AdapterForNamespaceError, earlyError } from '../../protocol/earlyError.js';
import type { InstanceOptions } from '../LatchkitOptions.js';

/**
 * Refuses options that cannot work.
 *
 * @throws SIWE_AND_SIWX [VAL-15], CAIP_NETWORK_UNDEFINED without a network [ERR-50], CHAIN_NOT_SUPPORTED [LIM-13],
 * CLIENTS_NOT_SET [ERR-52], ADAPTER_FOR_NAMESPACE_NOT_FOUND for a network that no adapter serves [ERR-49].
 */
export function checkOptions(options: InstanceOptions): void {
  if (options.siwx && options.siweConfig) throw earlyError('SIWE_AND_SIWX');
  if (!options.networks?.length) {
    throw earlyError('CAIP_NETWORK_UNDEFINED', {
      details: 'Pass at least one network to createLatchkit.',
    });
  }
  for (const adapter of options.adapters ?? []) {
    const { namespace } = adapter;
    if (!isNamespace(namespace)) throw earlyError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
    // A host in plain JavaScript can pass half an adapter [ERR-52].
    const complete = typeof adapter.connect === 'function' && typeof adapter.switchNetwork === 'function';
    if (!complete) throw earlyError('CLIENTS_NOT_SET', { context: { namespace } });
  }
  if (!options.adapters?.length) return;
  for (const { chainNamespace } of options.networks) {
    const found = options.adapters.some(adapter => adapter.namespace === chainNamespace);
    if (!found) throw new AdapterForNamespaceError(chainNamespace);
  }
}
