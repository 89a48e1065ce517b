import { loadWallets } from '../../../core/index.js';
import type { ModalRuntime } from '../../modal/ModalContext.js';
import type { NextView } from '../../modal/ViewAhead.js';

// A module of its own: Connect, which wants it only once All wallets is pointed at, does not carry the directory.
/** Reads the first wallets, and has the view drawn ahead once they and its code are here. Never rejects. */
export async function prefetchWallets({ kit, views, ahead }: ModalRuntime, next: NextView): Promise<void> {
  await Promise.all([views.load(next.view.name), loadWallets(kit)]);
  const { page, search } = kit.store.getState().directory;
  if (page > 0 && search === '') ahead.draw(next);
}
