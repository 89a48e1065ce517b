import * as Dialog from '@radix-ui/react-dialog';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createRoot } from 'react-dom/client';
import { createLab, createLabKit } from './createLab.js';

const lab = createLab();
Object.assign(window, { lab, labs: [lab] });
const kit = createLabKit();

/** A host whose Connect button is in a modal Radix dialog: focus trap, aria-hidden, no pointer events outside. */
function Host() {
  return (
    <LatchkitProvider kit={kit}>
      <Dialog.Root>
        <Dialog.Trigger>Open the host’s dialog</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content aria-describedby={undefined} id="host-dialog">
            <Dialog.Title>A dialog of the host</Dialog.Title>
            <ConnectButton />
            <Dialog.Close>Leave the host’s dialog</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </LatchkitProvider>
  );
}

const root = document.getElementById('app');
if (root) createRoot(root).render(<Host />);
