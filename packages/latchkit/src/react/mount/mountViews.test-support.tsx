import { act, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { type Latchkit, openModal, type View } from '../../core/index.js';
import { currentView } from '../../internal/index.js';
import { emailEntry } from '../locales/en/emailEntry.js';
import { embedded } from '../locales/en/embedded.js';
import { shell } from '../locales/en/shell.js';
import { views as viewTexts } from '../locales/en/views.js';
import { ToastSlot } from '../modal/ToastSlot.js';
import { createConnectAttempt } from '../runtime/connectAttempt.js';
import { createExit } from '../runtime/createExit.js';
import { createIconSet } from '../runtime/createIconSet.js';
import { createPrepared } from '../runtime/createPrepared.js';
import { createText } from '../runtime/createText.js';
import { createViewLoader } from '../runtime/createViewLoader.js';
import { createViewMemory } from '../runtime/createViewMemory.js';
import { ModalContext, useModal } from '../runtime/ModalContext.js';
import { useKitState } from '../runtime/useKitState.js';
import { viewIcons } from '../runtime/viewIcons.js';
// Connect loads it on demand; a test doesn't wait for that.
import '../views/connect/TermsCheckbox.js';
import { views as viewRegistry } from './views.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** The shown view of a modal in a jsdom page and its toast, without the dialog around them. */
export interface MountedViews {
  readonly page: HTMLElement;
  /** The name of the shown view; undefined while the modal is closed. */
  view(): string | undefined;
  /** The text that a visitor reads, with one space between its pieces. */
  text(): string;
  button(name: string): HTMLButtonElement;
  input(): HTMLInputElement;
  type(value: string): Promise<void>;
  click(name: string): Promise<void>;
  submit(): Promise<void>;
  /** Runs a function, and waits for its effects. */
  run(action?: () => unknown): Promise<void>;
  /**
   * Runs `cause`, and `act` as soon as the attribute of an element changes: before effects that React runs in a later
   * task, as a visitor's press or key may.
   */
  runAtChange(attribute: string, cause: () => void, act: () => void): Promise<void>;
}

/** Opens the modal on a view and renders what it shows from then on. */
export async function mountViews(kit: Latchkit, view: View): Promise<MountedViews> {
  const page = document.createElement('div');
  document.body.append(page);
  // jsdom has no viewport, so no media query matches.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const text = createText(shell, 'en');
  const icons = createIconSet();
  text.add(viewTexts);
  text.add(emailEntry);
  text.add(embedded);
  icons.add(viewIcons);
  const runtime = {
    kit,
    text,
    icons,
    inline: false,
    attempt: createConnectAttempt(kit),
    memory: createViewMemory(),
    views: createViewLoader(viewRegistry, async () => {}, { text, icons }),
    prerender: { draw: () => {} },
    exit: createExit(),
    motion: {},
    root: page.attachShadow({ mode: 'open' }),
    adopt: () => {},
    prepared: createPrepared(kit),
  };
  const mount = document.createElement('div');
  runtime.root.append(mount);
  const root = createRoot(mount);
  onTestFinished(() => {
    act(() => root.unmount());
    page.remove();
    kit.destroy();
    vi.unstubAllGlobals();
  });
  const run = async (action: () => unknown = () => {}) => {
    await act(async () => {
      await action();
      for (let turn = 0; turn < 60; turn++) await Promise.resolve();
    });
  };
  const all = <E extends Element>(selector: string) => [...mount.querySelectorAll<E>(selector)];
  const mounted: MountedViews = {
    page: mount,
    view: () => {
      const { modal } = kit.store.getState();
      return modal.open ? currentView(modal).name : undefined;
    },
    text: () => (mount.textContent ?? '').replace(/\s+/g, ' ').trim(),
    button: name => {
      const named = all<HTMLButtonElement>('button').find(
        one => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === name,
      );
      if (!named) throw new Error(`No button '${name}' in: ${mount.textContent}`);
      return named;
    },
    input: () => {
      const [input] = all<HTMLInputElement>('input:not([type="checkbox"])');
      if (!input) throw new Error(`No field in: ${mount.textContent}`);
      return input;
    },
    type: value =>
      run(() => {
        const input = mounted.input();
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    click: name => run(() => mounted.button(name).click()),
    submit: () =>
      run(() =>
        mount.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    run,
    async runAtChange(attribute, cause, act) {
      const acted = new Promise<void>(resolve => {
        const change = new MutationObserver(() => {
          change.disconnect();
          act();
          resolve();
        });
        change.observe(mount, { attributeFilter: [attribute], subtree: true });
      });
      // With `act`, React would run all effects in one task.
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
      cause();
      await acted;
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
      await run();
    },
  };
  await Promise.all(LOADED.map(name => runtime.views.load(name)));
  openModal(kit, { view });
  await run(() =>
    root.render(
      <ModalContext.Provider value={runtime}>
        <ShownView />
      </ModalContext.Provider>,
    ),
  );
  return mounted;
}

const LOADED = [
  'EmailLogin',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'UpdateEmailWallet',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'ApproveTransaction',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'RegisterAccountName',
] as const;

function ShownView() {
  const { views } = useModal();
  const modal = useKitState(state => state.modal);
  const view = currentView(modal);
  const depth = modal.views.length - 1;
  const View = useSyncExternalStore(views.subscribe, () => views.get(view.name));
  useEffect(() => {
    void views.load(view.name);
  }, [views, view.name]);
  return modal.open ? (
    <>
      {View && <View key={`${depth}:${view.name}`} view={view} depth={depth} />}
      <ToastSlot />
    </>
  ) : (
    <div>
      <ToastSlot page />
    </div>
  );
}
