'use client';
import { useEffect } from 'react';
import { chainUrl } from './chainUrl';

/** With `?wallet=demo`, announces a wallet with a published development key, as an extension would. */
export function DemoWallet() {
  useEffect(() => {
    if (new URLSearchParams(location.search).get('wallet') !== 'demo') return;
    const wallet = import('latchkit/testing').then(({ createFakeWallet, dialogPrompt }) => {
      const made = createFakeWallet({
        name: 'Demo Wallet',
        chains: { 31337: chainUrl() },
        prompt: dialogPrompt(),
        persist: true,
      });
      made.announce();
      return made;
    });
    return () => void wallet.then(made => made.stop());
  }, []);
  return null;
}
