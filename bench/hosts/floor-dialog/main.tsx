import { useRef } from 'react';
import { createRoot } from 'react-dom/client';

const wallets = ['Bench Wallet', ...Array.from({ length: 8 }, (_, index) => `Wallet ${index + 2}`)];

/** The floor for opening the modal: a native dialog with nine rows that the click renders without loading anything. */
function Page() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog}>
        <ul>
          {wallets.map(name => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
