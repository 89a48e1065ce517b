import { createRoot } from 'react-dom/client';
import { discoverWallets, type Latchkit, type LatchkitState } from '../../core/index.js';
import { hasPendingLogin, isEmailOffered, lostCode, preloadWallets } from '../../internal/index.js';
import { matchLocale } from '../../protocol/text.js';
import { loadShellTexts, loadViewTexts } from '../locales/loadTexts.js';
import { InlineModal, Modal } from '../modal/Modal.js';
import { createConnectAttempt } from '../runtime/connectAttempt.js';
import { createExit } from '../runtime/createExit.js';
import { createIconSet } from '../runtime/createIconSet.js';
import { createPrepared } from '../runtime/createPrepared.js';
import { createText } from '../runtime/createText.js';
import { createViewLoader } from '../runtime/createViewLoader.js';
import { createViewMemory } from '../runtime/createViewMemory.js';
import { ModalContext, type ModalRuntime } from '../runtime/ModalContext.js';
import { followPalettes } from '../theme/palettes.js';
import { shellStyles } from '../theme/shellStyles.js';
import { createShadowHost } from './createShadowHost.js';
import { views as viewRegistry } from './views.js';

export interface MountModalOptions {
  /** The parent of the modal's element. Default: the body, which it is appended to on the first opening. */
  readonly container?: HTMLElement;
  /** In the page's flow, without a dialog. Default: false. */
  readonly inline?: boolean;
}

/** A mounted modal. */
export interface MountedModal {
  /** Prerenders Connect out of sight, if the modal would open on it, so that opening only has to show it. */
  prepare(): void;
  /** Resolves when the modal can show something. */
  readonly drawn: Promise<void>;
  unmount(): void;
}

/**
 * Mounts the modal of an instance: its element, an open shadow root and a React root. It opens and closes with the
 * instance's state. Call it once per instance, in a browser. `unmount` removes everything.
 */
export function mountModal(kit: Latchkit, options: MountModalOptions = {}): MountedModal {
  const inline = options.inline === true;
  const host = createShadowHost(kit, inline);
  registerFades();
  const reactRoot = createRoot(host.mount);
  const attempt = createConnectAttempt(kit);
  const endTheme = followTheme(kit, host.element);
  const endPalettes = followPalettes(host.adopt);
  let live = true;

  const prepared = createPrepared(kit);
  const place = () => {
    const { modal, toast } = kit.store.getState();
    if (host.element.isConnected || !(inline || modal.open || toast?.page || prepared.get())) return;
    // Read the body now: a page may have replaced it since the modal was mounted.
    (options.container ?? document.body).append(host.element);
    reshow(host.root);
  };
  // A page that replaces its body, for example to navigate, removes an open modal from the page.
  const replaced = new MutationObserver(place);
  replaced.observe(document.documentElement, { childList: true });
  const unsubscribe = kit.store.subscribe(({ modal }, before) => {
    place();
    if (!modal.open && before.modal.open) attempt.freeze();
    if (modal.open && !before.modal.open) void showPending();
  });
  const showPending = async () => {
    if (!hasPendingLogin(kit)) return;
    const loaded = await import('../views/email/showPendingLogin.js').catch(cause => void lostCode(cause));
    loaded?.showPendingLogin(kit);
  };

  const locale = matchLocale(kit.options.locale ?? document.documentElement.lang);
  const render = (runtime: ModalRuntime) =>
    reactRoot.render(
      <ModalContext.Provider value={runtime}>{inline ? <InlineModal /> : <Modal />}</ModalContext.Provider>,
    );
  // Discover the browser's wallets before the first render, so that the list is drawn once and in its final order.
  const drawn = Promise.all([
    loadShellTexts(locale),
    shellStyles(),
    discoverWallets(kit),
    showPending(),
  ]).then(([shell, styles]) => {
    if (!live) return;
    const text = createText(shell, locale);
    const icons = createIconSet();
    const motion: ModalRuntime['motion'] = {};
    for (const css of styles) host.adopt(css);
    place();
    const views = createViewLoader(
      viewRegistry,
      async () => {
        const [texts, { viewIcons }, { viewChange }] = await Promise.all([
          loadViewTexts(locale),
          import('../runtime/viewIcons.js'),
          import('../runtime/viewChange.js'),
        ]);
        text.add(texts);
        icons.add(viewIcons);
        motion.change = viewChange;
      },
      { text, icons },
    );
    // Connect contains its field.
    if (isEmailOffered(kit, kit.store.getState())) void views.load('EmailLogin');
    render({
      kit,
      inline,
      attempt,
      exit: createExit(),
      text,
      memory: createViewMemory(),
      icons,
      views,
      prerender: { draw: () => {} },
      motion,
      root: host.root,
      adopt: host.adopt,
      prepared,
    });
  });
  void preloadWallets(kit);

  return {
    prepare: () => {
      if (inline) return;
      prepared.set();
      place();
    },
    drawn,
    unmount: () => {
      live = false;
      replaced.disconnect();
      unsubscribe();
      endTheme();
      endPalettes();
      // Unmount in a microtask: an effect of the host's React tree often calls this, and roots can't be unmounted
      // during it.
      queueMicrotask(() => {
        reactRoot.unmount();
        host.remove();
      });
    },
  };
}

/** An open dialog that was removed from the page has left the top layer; this shows it there again. */
function reshow(root: ShadowRoot): void {
  const dialog = root.querySelector<HTMLDialogElement>('dialog[open]');
  if (!dialog?.isConnected) return;
  dialog.removeAttribute('open');
  dialog.showModal();
}

/**
 * Applies the theme's mode and tokens to the modal's element from script, not in markup, so that a strict style-src
 * allows it.
 */
function followTheme(kit: Latchkit, element: HTMLElement): () => void {
  let applied: readonly string[] = [];
  const apply = ({ themeMode, themeVariables }: LatchkitState) => {
    if (themeMode === 'auto') element.removeAttribute('data-lk-theme');
    else element.setAttribute('data-lk-theme', themeMode);
    for (const name of applied) if (!(name in themeVariables)) element.style.removeProperty(name);
    for (const [name, value] of Object.entries(themeVariables)) element.style.setProperty(name, value);
    applied = Object.keys(themeVariables);
  };
  apply(kit.store.getState());
  return kit.store.subscribe((state, before) => {
    if (state.themeMode !== before.themeMode || state.themeVariables !== before.themeVariables) apply(state);
  });
}

/** The lengths over which a body's content fades out at its edges. */
const FADES = ['--lk-fade-top', '--lk-fade-end'] as const;

/** Registers the lengths, so that the fades of a scrolling body animate with the scroll instead of switching. */
function registerFades(): void {
  for (const name of FADES) {
    try {
      CSS.registerProperty({ name, syntax: '<length>', inherits: false, initialValue: '0px' });
    } catch {
      // Another modal of this page has registered it, or the engine doesn't support it.
    }
  }
}
