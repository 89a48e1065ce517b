import { createRoot } from 'react-dom/client';
import {
  discover,
  hasPendingLogin,
  isEmailOffered,
  type Latchkit,
  preloadWallets,
} from '../../core/index.js';
import { loadShellTexts, loadViewTexts } from '../locales/loadTexts.js';
import { matchLocale } from '../locales/locale.js';
import { followPalettes } from '../theme/palettes.js';
import { shellStyles } from '../theme/shellStyles.js';
import { createConnectAttempt } from './connectAttempt.js';
import { createExit } from './createExit.js';
import { createIconSet } from './createIconSet.js';
import { createPrepared } from './createPrepared.js';
import { createShadowHost } from './createShadowHost.js';
import { createText } from './createText.js';
import { createViewLoader } from './createViewLoader.js';
import { createViewMemory } from './createViewMemory.js';
import { followTheme } from './followTheme.js';
import { InlineModal, Modal } from './Modal.js';
import { ModalContext, type ModalRuntime } from './ModalContext.js';
import { registerFades } from './registerFades.js';

export interface MountModalOptions {
  /** Where the modal's element goes. Default: last in the body, when the modal first opens [VIEW-02]. */
  readonly container?: HTMLElement;
  /** In the page's flow, without a dialog [VIEW-03]. Default false. */
  readonly inline?: boolean;
}

/** A mounted modal. */
export interface MountedModal {
  /** Draws Connect out of sight, where that is what would open: opening it only has to show it. */
  prepare(): void;
  /** Resolves when it can show something. */
  readonly drawn: Promise<void>;
  unmount(): void;
}

/**
 * Mounts the modal of an instance: its element, an open shadow root and a React root of its own. It opens and closes
 * with the instance's state. Call it once per instance, in a browser; `unmount` leaves nothing behind.
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
    // Not the body of the moment in which it was mounted: a page may replace its body.
    (options.container ?? document.body).append(host.element);
    reshow(host.root);
  };
  // A page that replaces its body, as some do to navigate, takes an open modal out of the page.
  const replaced = new MutationObserver(place);
  replaced.observe(document.documentElement, { childList: true });
  const unsubscribe = kit.store.subscribe(({ modal }, before) => {
    place();
    if (!modal.open && before.modal.open) attempt.freeze();
    if (modal.open && !before.modal.open) void showPending();
  });
  // Code that the view of such a login needs all the same; where the modal was drawn before, it is here already.
  const showPending = async () => {
    if (!hasPendingLogin(kit)) return;
    const loaded = await import('../views/email/emailViews.js').catch(() => undefined);
    loaded?.showPendingLogin(kit);
  };

  const locale = matchLocale(kit.options.locale ?? document.documentElement.lang);
  const render = (runtime: ModalRuntime) =>
    reactRoot.render(
      <ModalContext.Provider value={runtime}>{inline ? <InlineModal /> : <Modal />}</ModalContext.Provider>,
    );
  // The wallets of this browser are known with the start: the list is drawn once, and in its order.
  const drawn = Promise.all([loadShellTexts(locale), shellStyles(), discover(kit), showPending()]).then(
    ([shell, styles]) => {
      if (!live) return;
      const text = createText(shell, locale);
      const icons = createIconSet();
      const motion: ModalRuntime['motion'] = {};
      for (const css of styles) host.adopt(css);
      place();
      const views = createViewLoader(
        async () => {
          const [texts, { viewIcons }, { viewChange }] = await Promise.all([
            loadViewTexts(locale),
            import('../primitives/viewIcons.js'),
            import('./viewChange.js'),
          ]);
          text.add(texts);
          icons.add(viewIcons);
          motion.change = viewChange;
        },
        { text, icons },
      );
      // Its field is a part of Connect.
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
        ahead: { draw: () => {} },
        motion,
        root: host.root,
        adopt: host.adopt,
        prepared,
      });
    },
  );
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
      // Often called from an effect of the host's own React tree, during which no root may be unmounted.
      queueMicrotask(() => {
        reactRoot.unmount();
        host.remove();
      });
    },
  };
}

/** An open dialog that was out of the page has left the top layer, and is shown in it again. */
function reshow(root: ShadowRoot): void {
  const dialog = root.querySelector<HTMLDialogElement>('dialog[open]');
  if (!dialog?.isConnected) return;
  dialog.removeAttribute('open');
  dialog.showModal();
}
