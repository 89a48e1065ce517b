import { close, type Latchkit } from '../core/index.js';
import { loadModal } from './loadModal.js';

/** Where a host placed the modal. */
export interface ModalPlace {
  readonly container: HTMLElement;
  /** In the page's flow instead of in a dialog. */
  readonly inline: boolean;
}

interface Claim {
  users: number;
  release: () => void;
}

/** The claim is kept on the instance, so that two providers, or two copies of this code, share one modal. */
const CLAIM = Symbol.for('latchkit.modal');

/**
 * Mounts the instance's modal when it is first opened (an inline one: now), and keeps it until the returned function
 * was called by everyone who asked. The first to ask decides the place.
 */
export function keepModalMounted(kit: Latchkit, place?: ModalPlace): () => void {
  const owner = kit.kernel as { [CLAIM]?: Claim | undefined };
  let claim = owner[CLAIM];
  if (!claim) {
    claim = { users: 0, release: mountOnOpen(kit, place) };
    kit.kernel.place = place?.container;
    owner[CLAIM] = claim;
  }
  const held = claim;
  held.users += 1;
  return () => {
    held.users -= 1;
    if (held.users > 0) return;
    if (owner[CLAIM] === held) owner[CLAIM] = undefined;
    held.release();
  };
}

/** Whether there is something to show: the open modal, or what is said on the page. */
function isWanted(kit: Latchkit): boolean {
  const { modal, toast } = kit.store.getState();
  return modal.open || toast?.page === true;
}

function mountOnOpen(kit: Latchkit, place: ModalPlace | undefined): () => void {
  let released = false;
  let loading = false;
  let mounted: { unmount(): void } | undefined;

  const check = () => {
    if (released || loading || mounted || !(place?.inline || isWanted(kit))) return;
    loading = true;
    loadModal()
      .then(({ mountModal }) => {
        if (!released) mounted = mountModal(kit, place);
      })
      .catch((error: unknown) => {
        // An open modal that cannot be shown would leave the host's buttons waiting for nothing.
        close(kit, { force: true });
        console.error('Latchkit: the modal could not be loaded.', error);
      })
      .finally(() => {
        loading = false;
      });
  };

  const release = () => {
    if (released) return;
    released = true;
    unsubscribe();
    kit.kernel.signal.removeEventListener('abort', release);
    // In a turn of its own: React does not unmount one root while it is at work on another.
    queueMicrotask(() => mounted?.unmount());
  };

  const unsubscribe = kit.store.subscribe(check);
  kit.kernel.signal.addEventListener('abort', release);
  check();
  return release;
}
