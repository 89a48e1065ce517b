// @vitest-environment jsdom
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeModal, openModal } from '../../core/index.js';
import { createExit } from '../runtime/createExit.js';
import { createPrepared } from '../runtime/createPrepared.js';
import { ModalContext, type ModalRuntime } from '../runtime/ModalContext.js';
import { kitWithFlow } from '../views/email/scriptedFlow.test-support.js';
import { useDialog, useShownModal } from './useDialog.js';

/** What jsdom lacks of dialogs, as the HTML standard has it; `close` is told before React renders what changed with it. */
function installDialogs(): void {
  const added = {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      queueMicrotask(() => this.dispatchEvent(new Event('close')));
    },
    animate: () => ({ cancel: () => {} }),
  };
  Object.assign(HTMLDialogElement.prototype, added);
  onTestFinished(() => {
    for (const name of Object.keys(added)) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('CSS', { supports: () => true, escape: (name: string) => name });
  // As in a page: React renders what a timer changed in a later task.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
}

function Dialog() {
  const shown = useShownModal();
  const ref = useRef<HTMLDialogElement>(null);
  useDialog(ref, shown, false);
  return shown.modal ? (
    <dialog ref={ref} data-open={shown.closing ? undefined : ''}>
      <h2 className="lk-title" tabIndex={-1}>
        Account
      </h2>
    </dialog>
  ) : null;
}

function button(id: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.id = id;
  return made;
}

/** An open modal's dialog in a page. */
async function openDialog() {
  installDialogs();
  const { kit } = kitWithFlow();
  const page = document.createElement('div');
  document.body.append(page);
  const shadow = page.attachShadow({ mode: 'open' });
  const root = createRoot(shadow);
  onTestFinished(() => {
    root.unmount();
    page.remove();
    kit.destroy();
  });
  const runtime = { kit, exit: createExit(), prepared: createPrepared(kit), root: shadow };
  openModal(kit);
  root.render(
    <ModalContext.Provider value={runtime as ModalRuntime}>
      <Dialog />
    </ModalContext.Provider>,
  );
  const dialog = () => shadow.querySelector('dialog');
  await vi.waitFor(() => expect(dialog()?.open).toBe(true));
  return { kit, dialog };
}

describe('the dialog', () => {
  it('closes on a close request that no key made, as by Android’s Back, and on no other (UX-09)', async () => {
    const { kit, dialog } = await openDialog();
    const isOpen = () => kit.store.getState().modal.open;
    const request = () => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }));
    // Escape in a wallet's prompt above the modal is the prompt's.
    const prompt = button('prompt');
    document.body.append(prompt);
    onTestFinished(() => prompt.remove());
    prompt.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    expect(request()).toBe(false);
    expect(isOpen()).toBe(true);
    await new Promise(resolve => setTimeout(resolve));
    expect(request()).toBe(false);
    expect(isOpen()).toBe(false);
  });

  /** Puts a view's parts into the dialog, and focuses one. */
  const withParts = async (markup: string, focused: string) => {
    const opened = await openDialog();
    const dialog = opened.dialog();
    if (!dialog) throw new Error('There is no dialog.');
    const body = document.createElement('div');
    body.className = 'lk-body';
    body.innerHTML = markup;
    dialog.append(body);
    const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
    find(focused)?.focus();
    const active = () => (dialog.getRootNode() as ShadowRoot).activeElement;
    expect(active()).toBe(find(focused));
    return { ...opened, find, active };
  };
  const ROWS = '<ul><li><button id="a">A</button></li><li><button id="b">B</button></li></ul>';

  it.each([
    ['is replaced', (lost: HTMLElement) => lost.replaceWith(button('new')), 'new'],
    [
      'is replaced with its row',
      (lost: HTMLElement) => {
        const row = document.createElement('li');
        row.append(button('new'));
        lost.parentElement?.replaceWith(row);
      },
      'new',
    ],
    ['is removed with its row', (lost: HTMLElement) => lost.parentElement?.remove(), 'b'],
    ['is disabled', (lost: HTMLElement) => lost.setAttribute('disabled', ''), 'b'],
    ['is removed with its list', (lost: HTMLElement) => lost.closest('ul')?.remove(), ''],
  ])('keeps focus in itself when the focused control %s (UX-04)', async (_, change, id) => {
    const { find, active } = await withParts(ROWS, '#a');
    const lost = find('#a');
    if (lost) change(lost);
    await vi.waitFor(() => expect(active()).toBe(id ? find(`#${id}`) : find('.lk-title')));
  });

  it('gives focus back to a control of the same name that comes later (UX-04)', async () => {
    const { find, active } = await withParts('<div><button data-return="choice">A</button></div>', 'button');
    const place = find('div');
    const parent = place?.parentElement;
    place?.remove();
    await vi.waitFor(() => expect(active()).toBe(find('.lk-title')));
    const again = button('again');
    again.setAttribute('data-return', 'choice');
    parent?.append(again);
    await vi.waitFor(() => expect(active()).toBe(again));
  });

  it('leaves focus to the prompt of a wallet on the page (UX-04)', async () => {
    const { find, active } = await withParts(ROWS, '#a');
    const prompt = button('prompt');
    document.body.append(prompt);
    onTestFinished(() => prompt.remove());
    prompt.focus();
    find('#a')?.remove();
    await new Promise(resolve => setTimeout(resolve));
    expect(document.activeElement).toBe(prompt);
    expect(active()).toBeNull();
  });

  it.each([
    ['closes by Escape while nothing has focus', () => document.body, false],
    [
      'leaves Escape to the prompt of a wallet on the page',
      () => document.body.appendChild(button('prompt')),
      true,
    ],
  ])('%s (UX-04)', async (_, target, staysOpen) => {
    const { kit } = await withParts(ROWS, '#a');
    const on = target();
    onTestFinished(() => document.querySelector('#prompt')?.remove());
    on.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    expect(kit.store.getState().modal.open).toBe(staysOpen);
  });

  it('closes with the modal', async () => {
    const { kit, dialog } = await openDialog();
    closeModal(kit);
    await vi.waitFor(() => expect(dialog()).toBeNull());
  });

  it.each(['before the browser has told that', 'before React has rendered that', 'in the next task'])(
    'of a modal that opens again as it closes is shown: %s',
    async when => {
      const { kit, dialog } = await openDialog();
      const shown = dialog();
      if (shown === null) throw new Error('There is no dialog.');
      const reopened = new Promise<void>(resolve => {
        const again = () => {
          openModal(kit);
          resolve();
        };
        const { close } = HTMLDialogElement.prototype;
        shown.close = () => {
          if (when.startsWith('before the browser')) queueMicrotask(again);
          close.call(shown);
          if (when.startsWith('before React')) queueMicrotask(again);
          if (when === 'in the next task') setTimeout(again);
        };
      });
      closeModal(kit);
      await reopened;
      await new Promise(resolve => setTimeout(resolve, 50));
      expect(dialog()?.open).toBe(true);
    },
  );
});
