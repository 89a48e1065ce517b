// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createLatchkit, memoryStorage, type View } from '../../core/index.js';
import { connectorOf } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { mainnet } from '../../networks/index.js';
import { shell } from '../locales/en/shell.js';
import { renderInModal } from '../mount/renderInModal.test-support.js';
import { views } from '../mount/views.js';
import { createIconSet } from '../runtime/createIconSet.js';
import { createText } from '../runtime/createText.js';
import { createViewLoader } from '../runtime/createViewLoader.js';
import { LoadingView } from './LoadingView.js';

const VIEWS: readonly View[] = [
  { name: 'AllWallets' },
  { name: 'ConnectingExternal', walletId: 'harbor' },
  { name: 'ConnectingWalletConnect' },
  { name: 'ConnectingWalletConnectBasic' },
  { name: 'ChooseChain', walletId: 'harbor' },
  { name: 'Account' },
  { name: 'SwitchNetwork' },
  { name: 'UnsupportedChain' },
  { name: 'SwitchActiveChain', switchToChain: 'eip155' },
  { name: 'ProfileWallets' },
  { name: 'SIWXSignMessage' },
  { name: 'ConnectingSocial', provider: 'google' },
  { name: 'EmailLogin' },
  { name: 'EmailVerifyDevice' },
  { name: 'EmailVerifyOtp' },
  { name: 'UpdateEmailWallet' },
  { name: 'UpdateEmailPrimaryOtp' },
  { name: 'UpdateEmailSecondaryOtp' },
  { name: 'WalletRequest' },
  { name: 'Receive' },
  { name: 'Send' },
  { name: 'SendSelectToken' },
  { name: 'SendReview' },
  { name: 'TransactionStatus', hash: '0x1' },
  { name: 'Activity' },
  { name: 'WhatIsAWallet' },
  { name: 'WhatIsANetwork' },
];

const titleOf = (markup: string) => />([^<]*)<\/h2>/.exec(markup)?.[1];

function kitWithWallet() {
  const kit = createLatchkit({
    networks: [mainnet],
    storage: memoryStorage(),
    projectId: 'p',
    metadata: { name: 'Meridian', description: '', url: 'https://meridian.example', icons: [] },
  });
  kit.kernel.set({ connectors: [connectorOf('harbor', { name: 'Harbor' })] });
  return kit;
}

describe('LoadingView', () => {
  it.each(VIEWS.map(view => [view.name, view] as const))('has the title of %s', async (name, view) => {
    const kit = kitWithWallet();
    const loader = createViewLoader(views, async () => {}, {
      text: createText(shell, 'en'),
      icons: createIconSet(),
    });
    await loader.load(name);
    const View = loader.get(name);
    if (!View) throw new Error(`${name} didn't load`);
    const title = titleOf(renderInModal(kit, <View view={view} depth={1} />));
    expect(title).toBeTruthy();
    expect(titleOf(renderInModal(kit, <LoadingView view={view} depth={1} />))).toBe(title);
  });
});
