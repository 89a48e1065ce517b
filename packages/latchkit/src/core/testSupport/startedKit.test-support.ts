import { mainnet, optimism } from '../../networks/networks.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { start } from '../start.js';
import { type ScriptedAdapter, scriptedAdapter } from './scriptedAdapter.test-support.js';

/** A started instance on a scripted adapter, with Ethereum and Optimism. */
export function startedKit(
  options: Partial<LatchkitOptions> = {},
  adapter: ScriptedAdapter = scriptedAdapter(),
) {
  const kit = createLatchkit({
    projectId: 'test',
    networks: [mainnet, optimism],
    adapters: [adapter],
    metadata: { name: 'Test' },
    storage: memoryStorage(),
    ...options,
  });
  const events: LatchkitEvent[] = [];
  kit.on(event => events.push(event));
  start(kit);
  void kit.kernel.start();
  return { kit, adapter, events };
}

/** Flushes everything that is ready to run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise(resolve => setTimeout(resolve, 0));
}

/** The EVM connection's status and every later one. */
export function statuses(kit: Latchkit): string[] {
  const read = () => kit.store.getState().namespaces.eip155?.account.status ?? 'none';
  const seen = [read()];
  kit.store.subscribe(() => {
    if (seen.at(-1) !== read()) seen.push(read());
  });
  return seen;
}
