import { loadWallets } from '../../../internal/index.js';
import type { ModalRuntime } from '../../runtime/ModalContext.js';
import type { NextView } from '../../runtime/Prerender.js';

// In a separate file, so that Connect, which calls it only once All wallets is pointed at, doesn't include the
// directory.
/** Loads the first wallets and, once they and the view's code are loaded, prerenders the view. Never rejects. */
export async function prefetchWallets(
  { kit, views, prerender }: ModalRuntime,
  next: NextView,
): Promise<void> {
  await Promise.all([views.load(next.view.name), loadWallets(kit)]);
  const { page, search } = kit.store.getState().directory;
  if (page > 0 && search === '') prerender.draw(next);
}
