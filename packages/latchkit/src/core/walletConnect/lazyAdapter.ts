import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { AdapterHost, ChainAdapter } from '../adapter/ChainAdapter.js';
import type { Connector } from '../adapter/Connector.js';
import { delegate, lazily } from '../adapter/lazily.js';

/** An adapter that lists one connector and loads its code with the first call. */
export function lazyAdapter(
  namespace: ChainNamespace,
  connector: Connector,
  load: () => Promise<ChainAdapter>,
): ChainAdapter {
  let host: AdapterHost | undefined;
  const adapter = lazily(async () => {
    const made = await load();
    if (!host) throw createError('PROVIDER_NOT_FOUND');
    made.start(host);
    return made;
  });
  return {
    namespace,
    isAddress: text => text.length > 0,
    start(given) {
      host = given;
      given.report({ type: 'connectors', connectors: [connector] });
    },
    ...delegate(
      adapter,
      'connect',
      'reconnect',
      'disconnect',
      'switchNetwork',
      'getBalance',
      'getProvider',
      'signMessage',
      'sendTransaction',
    ),
  };
}
