import { Counter, Gauge, type Registry } from 'prom-client';
import type { IndexerEvents } from './runIndexers.js';

/** Metrics of the indexer, by chain. A replica without the lease of a chain reports nothing for it. */
export function indexMetrics(registry: Registry): IndexerEvents {
  const common = { labelNames: ['chain'], registers: [registry] };
  const counter = (name: string, help: string) =>
    new Counter({ name: `latchkit_indexer_${name}`, help, ...common });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `latchkit_indexer_${name}`, help, ...common });
  const head = gauge('head_block', 'Newest block that is stored');
  const behind = gauge('blocks_behind', 'Blocks of the chain that are not stored yet');
  const blocks = counter('blocks_total', 'Blocks stored');
  const transactions = counter('transactions_total', 'Transactions stored');
  const drops = counter('reorganisations_total', 'Times that stored blocks were no longer the chain’s');
  const failures = counter('failures_total', 'Steps that failed');
  return {
    stepped(chain, step) {
      if (step.head !== undefined) head.set({ chain }, step.head);
      behind.set({ chain }, step.behind);
      blocks.inc({ chain }, step.stored);
      transactions.inc({ chain }, step.transactions);
      if (step.dropped) drops.inc({ chain });
    },
    failed: chain => failures.inc({ chain }),
  };
}
