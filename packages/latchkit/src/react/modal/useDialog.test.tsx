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
  vi.stubGlobal('CSS', { supports: () => true });
  // As in a page: React renders what a timer changed in a later task.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
}

function Dialog() {
  const shown = useShownModal();
  const ref = useRef<HTMLDialogElement>(null);
  useDialog(ref, shown, false);
  return shown.modal ? <dialog ref={ref} data-open={shown.closing ? undefined : ''} /> : null;
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
