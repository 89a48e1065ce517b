import type {
  EmailLoginState,
  EmailUpdateState,
  EmbeddedWalletState,
  View,
  WalletConnectState,
} from 'latchkit';
import type { DemoPage } from './DemoPage.js';
import { WALLET } from './DemoPage.js';
import { connectOnEvm, connectThree, openSolana, openWallets, THREE_WALLETS } from './threeWallets.js';

/** A state of the modal that can be looked at: how to reach it on a demo page that is not opened yet. */
export interface Scene {
  readonly name: string;
  /** `look` holds the query parameters of the looks: theme, locale. */
  reach(demo: DemoPage, look: string): Promise<void>;
}

async function openConnect(demo: DemoPage, query: string): Promise<void> {
  await demo.open(query);
  await demo.connectButton.click();
  await demo.shows('Connect');
}

async function openAllWallets(demo: DemoPage, query: string): Promise<void> {
  await openConnect(demo, query);
  // The directory's own wallets move the row as they come.
  await demo.button('MetaMask').waitFor();
  await control(demo, 'all-wallets').click();
  await demo.shows('AllWallets');
}

async function openSignIn(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(`siwx=required&${query}`);
  await demo.shows('SIWXSignMessage');
  await demo.modal.locator('.lk-details').waitFor();
}

async function openAccount(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(query);
  await demo.connectButton.click();
  await demo.shows('Account');
}

async function openTab(demo: DemoPage, query: string, at: number): Promise<void> {
  await openAccount(demo, query);
  await demo.modal.getByRole('tab').nth(at).click();
  // What the account did is empty, until another journey has sent something from it.
  const panel = demo.modal.getByRole('tabpanel');
  await panel.getByRole('heading').or(panel.getByRole('listitem')).first().waitFor();
}

/** The modal's row, button or link with this text or return key, in any language. */
const control = (demo: DemoPage, key: string) => demo.modal.locator(`[data-return="${key}"]`);
const wallet = (demo: DemoPage) => demo.button(WALLET);

/** Connect on a page that has WalletConnect, its pairing ready. */
async function openPairing(demo: DemoPage, look: string): Promise<void> {
  await openConnect(demo, `walletConnect=1&${look}`);
  await demo.button('MetaMask').waitFor();
  await demo.page.waitForFunction(() => window.demo.kit.store.getState().walletConnect.status === 'ready');
}

async function openCode(demo: DemoPage, look: string, wallet: string): Promise<void> {
  await openPairing(demo, look);
  await demo.button(wallet).click();
  await demo.shows('ConnectingWalletConnect');
  await demo.modal.locator('.lk-qr[data-uri]').waitFor();
}

/** Says something else of WalletConnect than what is so: what a real relay does is in its own journeys. */
async function pretend(demo: DemoPage, change: Partial<WalletConnectState>): Promise<void> {
  await demo.page.evaluate(told => {
    window.demo.kit.kernel.set(({ walletConnect }) => ({ walletConnect: { ...walletConnect, ...told } }));
  }, change);
}

/** An address as long as some are. */
const EMAIL = 'mira@example.com';

/** Connect on a page without a wallet: email comes first. */
async function openEmail(demo: DemoPage, look: string): Promise<void> {
  await openConnect(demo, `wallet=none&${look}`);
  await demo.button('MetaMask').waitFor();
  await demo.modal.locator('input[type="email"]').waitFor();
}

/** Shows a view of the embedded wallet as it is at some step; what a real wallet page does is in its own journeys. */
async function pretendEmail(
  demo: DemoPage,
  view: View,
  { code, ...told }: Partial<EmbeddedWalletState> & { readonly code?: string },
): Promise<void> {
  await demo.page.evaluate(
    ([shown, state, wrong]) => {
      const error = wrong && Object.assign(new Error(wrong), { code: wrong, context: {} });
      const withError = <T extends object>(step: T | undefined) =>
        step && { ...step, ...(error && { error }) };
      window.demo.kit.kernel.set(({ embeddedWallet, modal }) => ({
        modal: {
          ...modal,
          open: true,
          views: (modal.views.at(-1)?.name === shown.name
            ? modal.views
            : [...(modal.open ? modal.views : []), shown]) as typeof modal.views,
        },
        embeddedWallet: {
          ...embeddedWallet,
          ...state,
          login: withError(state.login) as EmailLoginState | undefined,
          update: withError(state.update) as EmailUpdateState | undefined,
        },
      }));
    },
    [view, told, code] as const,
  );
  await demo.shows(view.name);
}

const pretendLogin = (demo: DemoPage, step: 'device' | 'code', code?: string) =>
  pretendEmail(demo, step === 'device' ? { name: 'EmailVerifyDevice' } : { name: 'EmailVerifyOtp' }, {
    login: { email: EMAIL, step, resendAt: Date.now() + (code ? 0 : 45_000) },
    ...(code && { code }),
  });

/** Connected, with the demo wallet's account as that of somebody who logged in by email. */
async function pretendUser(demo: DemoPage, look: string): Promise<void> {
  await openAccount(demo, look);
  await demo.page.evaluate(email => {
    window.demo.kit.kernel.set(({ chains, connectors }) => {
      const { eip155 } = chains;
      const { connection } = eip155 ?? {};
      if (!eip155 || connection?.status !== 'connected') return {};
      const user = {
        address: connection.accounts[0],
        chainId: 31337,
        email,
        accounts: [],
        preferredAccountType: 'eoa' as const,
        smartAccountDeployed: false,
      };
      const embeddedWalletInfo = {
        user,
        authProvider: 'email',
        accountType: 'eoa' as const,
        isSmartAccountDeployed: false,
      };
      const auth = { id: 'AUTH', name: 'Email', type: 'AUTH', chain: 'eip155', chains: [] } as const;
      return {
        connectors: [...connectors.filter(({ id }) => id !== 'AUTH'), auth],
        chains: {
          ...chains,
          eip155: {
            ...eip155,
            connection: { ...connection, connectorId: 'AUTH' },
            account: { ...eip155.account, embeddedWalletInfo },
          },
        },
        connections: [
          {
            namespace: 'eip155',
            connectorId: 'AUTH',
            accounts: connection.accounts.map(address => ({ address })),
            caipNetwork: eip155.network,
            auth: { name: 'email', username: email },
          },
        ],
      };
    });
  }, EMAIL);
}

/** The second standard account of anvil. */
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

async function openSend(demo: DemoPage, query: string): Promise<void> {
  await openAccount(demo, query);
  await control(demo, 'send').click();
  await demo.shows('Send');
}

async function fillSend(demo: DemoPage, amount: string, receiver: string): Promise<void> {
  await demo.modal.getByRole('textbox').first().fill(amount);
  await demo.modal.getByRole('textbox').last().fill(receiver);
}

/** Every view of the modal, and the states of them that look different. */
export const SCENES: readonly Scene[] = [
  {
    name: 'connect',
    async reach(demo, look) {
      await openConnect(demo, look);
      await demo.button('MetaMask').waitFor();
    },
  },
  {
    name: 'connect-legal',
    async reach(demo, look) {
      await openConnect(demo, `legal=1&${look}`);
      await wallet(demo).waitFor();
    },
  },
  { name: 'connect-collapsed', reach: (demo, look) => openConnect(demo, `collapse=1&${look}`) },
  {
    name: 'connect-empty',
    async reach(demo, look) {
      await openConnect(demo, `wallet=none&gateway=none&${look}`);
      await control(demo, 'get-wallet').waitFor();
    },
  },
  {
    name: 'connect-alert',
    async reach(demo, look) {
      await openConnect(demo, `projectId=none&debug=1&${look}`);
      await demo.modal.getByRole('alert').filter({ hasText: 'Project ID' }).waitFor();
    },
  },
  {
    name: 'all-wallets',
    async reach(demo, look) {
      await openAllWallets(demo, look);
      await demo.modal.getByRole('listitem').nth(12).waitFor();
    },
  },
  {
    name: 'all-wallets-none',
    async reach(demo, look) {
      await openAllWallets(demo, look);
      await demo.modal.getByRole('searchbox').fill('zzz');
      await demo.modal.getByRole('heading', { name: /zzz/ }).waitFor();
    },
  },
  {
    name: 'connecting-waiting',
    async reach(demo, look) {
      await openConnect(demo, `faults=hang&${look}`);
      await wallet(demo).click();
      await demo.shows('ConnectingExternal');
      await demo.reads('status', 'connecting');
    },
  },
  {
    name: 'connecting-rejected',
    async reach(demo, look) {
      await openConnect(demo, `faults=reject&${look}`);
      await wallet(demo).click();
      await demo.shows('ConnectingExternal');
      await demo.reads('status', 'disconnected');
      await demo.page.waitForFunction(() =>
        document.querySelector('[data-testid="host-error"]')?.textContent?.startsWith('CONNECTION_REJECTED'),
      );
    },
  },
  {
    name: 'connecting-not-installed',
    async reach(demo, look) {
      await openConnect(demo, look);
      await demo.button('MetaMask').click();
      await demo.shows('ConnectingExternal');
      await demo.modal.getByRole('link').first().waitFor();
    },
  },
  { name: 'pairing-connect', reach: openPairing },
  { name: 'pairing-any', reach: (demo, look) => openCode(demo, look, 'WalletConnect') },
  { name: 'pairing-listed', reach: (demo, look) => openCode(demo, look, 'MetaMask') },
  {
    name: 'pairing-loading',
    async reach(demo, look) {
      await openCode(demo, look, 'MetaMask');
      await pretend(demo, { status: 'starting', relay: 'connecting', uri: undefined });
      await demo.modal.locator('.lk-qr[data-ghost]').waitFor();
    },
  },
  {
    name: 'pairing-unreachable',
    async reach(demo, look) {
      await openCode(demo, look, 'MetaMask');
      await pretend(demo, { status: 'failed' });
      await pretend(demo, { status: 'unreachable', relay: 'unreachable', uri: undefined });
      await demo.modal.getByRole('alert').waitFor();
    },
  },
  {
    name: 'pairing-desktop',
    async reach(demo, look) {
      await openPairing(demo, look);
      await control(demo, 'all-wallets').click();
      await demo.shows('AllWallets');
      await demo.modal.getByRole('searchbox').fill('Ledger');
      await demo.button('Ledger').first().click();
      await demo.modal.getByRole('tab').last().click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'pairing-phone',
    async reach(demo, look) {
      await demo.page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone Safari/604.1' });
        window.open = () => null;
      });
      await openPairing(demo, look);
      await demo.button('MetaMask').click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'pairing-basic',
    async reach(demo, look) {
      await demo.open(`walletConnect=1&adapters=none&${look}`);
      await demo.connectButton.click();
      await demo.shows('ConnectingWalletConnectBasic');
      await demo.modal.locator('.lk-qr[data-uri]').waitFor();
    },
  },
  {
    name: 'delivery',
    async reach(demo, look) {
      await openSignIn(demo, `faults=hang&${look}`);
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-latch[data-state="wait"]').waitFor();
      const request = { id: 1, method: 'personal_sign', chainId: 'eip155:31337', startedAt: 0 } as const;
      const wallet = { name: 'Demo Wallet', href: 'demo://' };
      await pretend(demo, { relay: 'open', wallet, requests: [{ ...request, status: 'sent' }] });
      await demo.modal.locator('.lk-delivery .lk-btn').last().waitFor();
    },
  },
  {
    name: 'what-is-a-wallet',
    async reach(demo, look) {
      await openConnect(demo, look);
      await control(demo, 'help').click();
      await demo.shows('WhatIsAWallet');
    },
  },
  {
    name: 'account',
    async reach(demo, look) {
      await openAccount(demo, look);
      await demo.modal.locator('p[title$=" ETH"]').waitFor();
    },
  },
  {
    name: 'account-toast',
    async reach(demo, look) {
      await openAccount(demo, look);
      await demo.page.evaluate(() => {
        navigator.clipboard.writeText = async () => undefined;
      });
      await demo.modal.getByRole('listitem').getByRole('button').first().click();
      await demo.modal.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    },
  },
  { name: 'account-nfts', reach: (demo, look) => openTab(demo, look, 1) },
  { name: 'account-activity', reach: (demo, look) => openTab(demo, look, 2) },
  {
    name: 'receive',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'receive').click();
      await demo.shows('Receive');
    },
  },
  {
    name: 'receive-request',
    async reach(demo, look) {
      await openAccount(demo, look);
      await control(demo, 'receive').click();
      await demo.shows('Receive');
      await demo.modal.locator('.lk-body > .lk-btn').last().click();
      await demo.modal.getByRole('textbox').fill('1.5');
    },
  },
  {
    name: 'send',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '0.25', PAYEE);
      await demo.modal.locator('[data-return="review"]:enabled').waitFor();
    },
  },
  {
    name: 'send-too-much',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '999999', PAYEE.toLowerCase());
      await demo.modal.locator('[data-tone="danger"]').first().waitFor();
    },
  },
  {
    name: 'send-tokens',
    async reach(demo, look) {
      await openSend(demo, look);
      await control(demo, 'token').click();
      await demo.shows('SendSelectToken');
    },
  },
  {
    name: 'send-review',
    async reach(demo, look) {
      await openSend(demo, look);
      await fillSend(demo, '0.25', PAYEE);
      await control(demo, 'review').click();
      await demo.shows('SendReview');
    },
  },
  {
    name: 'send-waiting',
    async reach(demo, look) {
      await openSend(demo, look);
      await demo.faults({ hang: ['eth_sendTransaction'] });
      await fillSend(demo, '0.25', PAYEE);
      await control(demo, 'review').click();
      await demo.shows('SendReview');
      await demo.modal.locator('.lk-body:not(.lk-ghost) > .lk-btn[data-variant="primary"]').click();
      await demo.modal.locator('.lk-ring').waitFor();
    },
  },
  {
    name: 'activity',
    async reach(demo, look) {
      await demo.openConnected(look);
      await demo.hostButton('Open activity').click();
      await demo.shows('Activity');
    },
  },
  { name: 'connect-email', reach: openEmail },
  {
    name: 'connect-email-typed',
    async reach(demo, look) {
      await openEmail(demo, look);
      await demo.modal.locator('input[type="email"]').fill(EMAIL);
      await control(demo, 'email').last().waitFor();
    },
  },
  {
    name: 'connect-email-invalid',
    async reach(demo, look) {
      await openEmail(demo, look);
      await demo.modal.locator('input[type="email"]').fill('mira@example');
      await demo.page.keyboard.press('Enter');
      await demo.modal.locator('.lk-field-note').waitFor();
    },
  },
  {
    name: 'email-login',
    async reach(demo, look) {
      await demo.open(look);
      await demo.connectButton.hover();
      await pretendEmail(demo, { name: 'EmailLogin' }, {});
      await demo.modal.locator('input[type="email"]').waitFor();
    },
  },
  {
    name: 'email-device',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'device');
      await demo.modal.locator('.lk-ring[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'email-device-denied',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'device', 'DEVICE_DENIED');
      await demo.modal.locator('.lk-ring[data-state="error"]').waitFor();
    },
  },
  {
    name: 'email-otp',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code');
      await demo.modal.locator('.lk-otp-input').fill('482');
    },
  },
  {
    name: 'email-otp-wrong',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code');
      await demo.modal.locator('.lk-otp-input').fill('48290');
      await demo.page.keyboard.type('1');
      await pretendLogin(demo, 'code', 'OTP_INVALID');
      await demo.modal.locator('.lk-otp-note').waitFor();
    },
  },
  {
    name: 'email-otp-locked',
    async reach(demo, look) {
      await openEmail(demo, look);
      await pretendLogin(demo, 'code', 'LOCKED');
      await demo.modal.locator('.lk-otp-note').waitFor();
    },
  },
  { name: 'account-email', reach: pretendUser },
  {
    name: 'profile-email',
    async reach(demo, look) {
      await pretendUser(demo, look);
      await control(demo, 'profile').click();
      await demo.shows('ProfileWallets');
    },
  },
  {
    name: 'email-update',
    async reach(demo, look) {
      await pretendUser(demo, look);
      await pretendEmail(demo, { name: 'UpdateEmailWallet' }, {});
      await demo.modal.locator('input[type="email"]').fill('mira.hollis@example.com');
    },
  },
  {
    name: 'email-update-current',
    async reach(demo, look) {
      await pretendUser(demo, look);
      const update = { email: 'mira.hollis@example.com', step: 'primary' } as const;
      await pretendEmail(demo, { name: 'UpdateEmailPrimaryOtp' }, { update });
      await demo.modal.locator('.lk-otp-input').fill('19');
    },
  },
  {
    name: 'approve-waiting',
    async reach(demo, look) {
      await openAccount(demo, look);
      await pretendEmail(demo, { name: 'ApproveTransaction' }, {});
      await demo.modal.locator('.lk-wallet-ghost').waitFor();
    },
  },
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
  { name: 'sign-in', reach: openSignIn },
  {
    name: 'sign-in-message',
    async reach(demo, look) {
      await openSignIn(demo, look);
      await demo.modal.locator('summary').click();
    },
  },
  {
    name: 'sign-in-waiting',
    async reach(demo, look) {
      await openSignIn(demo, `faults=hang&${look}`);
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-latch[data-state="wait"]').waitFor();
    },
  },
  {
    name: 'sign-in-declined',
    async reach(demo, look) {
      await openSignIn(demo, look);
      await demo.faults({ reject: true });
      await demo.modal.locator('.lk-pair button').last().click();
      await demo.modal.locator('.lk-toast').waitFor();
    },
  },
  {
    name: 'profile-wallets',
    async reach(demo, look) {
      await connectThree(demo, look);
      await openWallets(demo);
    },
  },
  {
    name: 'profile-wallets-one',
    async reach(demo, look) {
      await demo.openConnected(look);
      await openWallets(demo);
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

/** Waits until nothing in the modal moves but what waits forever, and every picture is there. */
export async function standStill(demo: DemoPage): Promise<void> {
  await demo.page.waitForFunction(() => {
    const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) =>
      shadowRoot?.querySelector('[role="dialog"][data-view]'),
    );
    const root = host?.shadowRoot;
    if (!root) return false;
    // Fades at the edges of a scrolled list run on a timeline of their own, that of scrolling.
    const moving = (root.querySelector('dialog')?.getAnimations({ subtree: true }) ?? []).filter(
      ({ playState, effect, timeline }) =>
        playState === 'running' &&
        timeline === document.timeline &&
        effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    const pictures = [...root.querySelectorAll('img')];
    return moving.length === 0 && pictures.every(picture => picture.complete);
  });
}
