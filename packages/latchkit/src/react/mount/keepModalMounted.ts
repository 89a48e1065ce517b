import { lostCode } from '../../core/adapter/lostCode.js';
import { closeModal, type Latchkit } from '../../core/index.js';
import { placeModal } from '../../core/modal/rootElement.js';
import { preloadWallets } from '../../internal/index.js';
import { modalProgress } from './modalProgress.js';
import type { MountedModal } from './mountModal.js';

/** Where the host placed the modal. */
export interface ModalPlace {
  readonly container: HTMLElement;
  /** In the page's flow instead of in a dialog. */
  readonly inline: boolean;
}

/** The modal of an instance, mounted or being mounted. */
export interface HeldModal {
  /** Prerenders the modal out of sight, so that opening only has to show it. */
  prepare(): void;
  release(): void;
}

interface Claim extends HeldModal {
  users: number;
}

/** The claim is stored on the instance, so that two providers, or two copies of this code, share one modal. */
const CLAIM = Symbol.for('latchkit.modal');

/** The modal that a provider or a `LatchkitModal` keeps mounted, if any. */
function heldModal({ kernel }: Latchkit): HeldModal | undefined {
  return (kernel as { [CLAIM]?: Claim | undefined })[CLAIM];
}

/**
 * Mounts the instance's modal when it is first opened or prepared (an inline one immediately), and keeps it until
 * every caller has called the returned function. The first caller decides the place.
 */
export function keepModalMounted(kit: Latchkit, place?: ModalPlace): () => void {
  const owner = kit.kernel as { [CLAIM]?: Claim | undefined };
  let claim = owner[CLAIM];
  if (!claim) {
    claim = { users: 0, ...mountOnOpen(kit, place) };
    placeModal(kit, { container: place?.container, isMounted: true });
    owner[CLAIM] = claim;
  }
  const held = claim;
  held.users += 1;
  return () => {
    held.users -= 1;
    if (held.users > 0) return;
    if (owner[CLAIM] === held) {
      owner[CLAIM] = undefined;
      placeModal(kit, { container: place?.container, isMounted: false });
    }
    held.release();
  };
}

/** Whether there is something to show: the open modal, or a toast on the page. */
function isWanted(kit: Latchkit): boolean {
  const { modal, toast } = kit.store.getState();
  return modal.open || toast?.page === true;
}

function mountOnOpen(kit: Latchkit, place: ModalPlace | undefined): HeldModal {
  let released = false;
  let loading = false;
  let prepared = false;
  let drawn = false;
  let mounted: MountedModal | undefined;
  const progress = modalProgress(kit);

  const check = () => {
    const opening = !drawn && kit.store.getState().modal.open;
    // A failure stays visible until the next click.
    if (opening !== (progress.getState() === 'opening')) progress.setState(opening ? 'opening' : 'idle');
    if (released || loading || mounted || !(place?.inline || prepared || isWanted(kit))) return;
    loading = true;
    loadModal()
      .then(({ mountModal }) => {
        if (released) return;
        mounted = mountModal(kit, place);
        if (prepared) mounted.prepare();
        return mounted.drawn;
      })
      .then(() => {
        drawn = mounted !== undefined;
        check();
      })
      .catch((error: unknown) => {
        prepared = false;
        if (!isWanted(kit)) return;
        progress.setState('failed');
        // An open modal that can't be shown would keep the host's buttons busy forever.
        closeModal(kit, { force: true });
        lostCode(error);
      })
      .finally(() => {
        loading = false;
      });
  };

  const prepare = () => {
    if (released) return;
    prepared = true;
    mounted?.prepare();
    check();
  };

  const release = () => {
    if (released) return;
    released = true;
    unsubscribe();
    kit.kernel.signal.removeEventListener('abort', release);
    // React can't unmount a root while it is rendering another one, so unmount in a microtask.
    queueMicrotask(() => mounted?.unmount());
  };

  const unsubscribe = kit.store.subscribe(check);
  kit.kernel.signal.addEventListener('abort', release);
  check();
  if (kit.options.modal?.preload === 'idle') (window.requestIdleCallback ?? setTimeout)(prepare);
  return { prepare, release };
}

/** Loads the modal's code. The module system caches it, so later calls are free. */
function loadModal(): Promise<typeof import('./mountModal.js')> {
  return import('./mountModal.js');
}

/**
 * Prepares for a likely click: discovers the wallets, and prerenders the modal out of sight. Called on hover, focus
 * and the first touch. It ignores failures: the click itself retries and reports them.
 */
export function prepareModal(kit: Latchkit): void {
  if (kit.options.modal?.preload === 'none') return;
  void preloadWallets(kit);
  heldModal(kit)?.prepare();
}
