import {
  type CallsStatusOptions,
  type DeleteConnectionOptions,
  deleteConnection,
  type GrantPermissionsOptions,
  getRecentConnectors,
  grantPermissions,
  listPermissions,
  type OpenOptions,
  openModal,
  type PayOptions,
  pay,
  type RevokePermissionsOptions,
  revokePermissions,
  type SendCallsOptions,
  type SwitchConnectionOptions,
  sendCalls,
  showCallsStatus,
  switchConnection,
  type WaitForCallsStatusOptions,
  waitForCallsStatus,
} from 'latchkit';
import { LatchkitProvider } from 'latchkit/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { announceDemoWallets } from './announceDemoWallets.js';
import { announceOtherWallets } from './announceOtherWallets.js';
import { announceSolanaWallets } from './announceSolanaWallets.js';
import { createDemoKit } from './createDemoKit.js';
import { demoAddresses } from './demoAddresses.js';
import { readParameters } from './demoParameters.js';
import type { SessionUse } from './useSession.js';

const parameters = readParameters(location.search);
const addresses = demoAddresses();
const kit = createDemoKit(parameters, addresses);
const wallets = announceDemoWallets(parameters, addresses);
const solanaWallets = announceSolanaWallets(parameters, addresses);
const otherWallets = announceOtherWallets(parameters, addresses);

// For the console, and for tests that set the wallets' faults and call functions that the page does not.
Object.assign(window, {
  demo: {
    ...{ kit, wallets, solanaWallets, ...otherWallets },
    openModal: (options: OpenOptions) => openModal(kit, options),
    pay: (options: PayOptions) => pay(kit, options),
    sendCalls: (options: SendCallsOptions) => sendCalls(kit, options),
    waitForCallsStatus: (options: WaitForCallsStatusOptions) => waitForCallsStatus(kit, options),
    bitcoin: () => import('latchkit/bitcoin'),
    showCallsStatus: (options: CallsStatusOptions) => showCallsStatus(kit, options),
    getRecentConnectors: () => getRecentConnectors(kit),
    switchConnection: (options: SwitchConnectionOptions) => switchConnection(kit, options),
    deleteConnection: (options: DeleteConnectionOptions) => deleteConnection(kit, options),
    grantPermissions: (options: GrantPermissionsOptions) => grantPermissions(kit, options),
    listPermissions: () => listPermissions(kit),
    revokePermissions: (options: RevokePermissionsOptions) => revokePermissions(kit, options),
    useSession: async (session: SessionUse) => (await import('./useSession.js')).useSession(kit, session),
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LatchkitProvider kit={kit}>
        <App placed={parameters.embedded || !parameters.append} />
      </LatchkitProvider>
    </StrictMode>,
  );
}
