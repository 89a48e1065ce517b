import { connectOnEvm, openSolana, THREE_WALLETS } from '../threeWallets.js';
import { control } from './control.js';
import { openAccount } from './openAccount.js';
import { openConnect } from './openConnect.js';
import type { Scene } from './Scene.js';

/** Views of networks and namespaces. */
export const NETWORK_SCENES: readonly Scene[] = [
  {
    name: 'switch-network',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'network').click();
      await demo.shows('SwitchNetwork');
    },
  },
  {
    name: 'switch-network-none',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'network').click();
      await demo.modal.getByRole('searchbox').fill('zzz');
      await demo.modal.getByRole('heading', { name: /zzz/ }).waitFor();
    },
  },
  {
    name: 'what-is-a-network',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'network').click();
      await control(demo, 'what-is-a-network').click();
      await demo.shows('WhatIsANetwork');
    },
  },
  {
    name: 'switch-network-groups',
    async reach(demo, look) {
      await demo.open(`${THREE_WALLETS}&${look}`);
      await demo.page.getByRole('banner').locator('.lk-button[data-kind="network"]').click();
      await demo.shows('SwitchNetwork');
    },
  },
  {
    name: 'choose-chain',
    async reach(demo, look) {
      await openConnect(demo, `${THREE_WALLETS}&${look}`);
      await demo.button('One').click();
      await demo.shows('ChooseChain');
    },
  },
  {
    name: 'switch-active-chain',
    async reach(demo, look) {
      await demo.open(`${THREE_WALLETS}&${look}`);
      await connectOnEvm(demo, 'One');
      await openSolana(demo);
    },
  },
  {
    name: 'unsupported-chain',
    async reach(demo, look) {
      await demo.openConnected(look);
      await demo.walletPicksChain(4242);
      await demo.shows('UnsupportedChain');
    },
  },
];
