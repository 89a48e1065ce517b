import type { Latchkit } from '../Latchkit.js';
import type { TransactionStep } from '../LatchkitState.js';

/** Runs an action that asks the wallet. Meanwhile `state.transactionStack` has an entry, so that the modal stays open for an error. */
export async function withTransactionStep<Value>(
  { kernel }: Latchkit,
  kind: TransactionStep['kind'],
  action: () => Promise<Value>,
): Promise<Value> {
  const step: TransactionStep = { kind, id: kernel.nextId() };
  kernel.set(({ transactionStack }) => ({ transactionStack: [...transactionStack, step] }));
  try {
    return await action();
  } finally {
    kernel.set(({ transactionStack }) => ({
      transactionStack: transactionStack.filter(one => one !== step),
    }));
  }
}
