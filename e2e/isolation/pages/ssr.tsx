import 'latchkit/style.css';
import { createFakeWallet } from 'latchkit/testing';
import { hydrateRoot } from 'react-dom/client';
import { chains } from './createLab.js';
import { createSsrKit, SsrApp } from './SsrApp.js';

const kit = createSsrKit(chains[31337] ?? '');
createFakeWallet({ name: 'Lab Wallet', chains, persist: true }).announce();
const recovered: string[] = [];
Object.assign(window, { recovered });
const root = document.getElementById('root');
if (root) {
  hydrateRoot(root, <SsrApp kit={kit} />, {
    onRecoverableError: error => void recovered.push(String(error)),
  });
}
