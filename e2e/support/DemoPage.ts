import type {
  CallsStatus,
  CallsStatusOptions,
  DeleteConnectionOptions,
  GrantPermissionsOptions,
  Latchkit,
  ListedPermission,
  OpenOptions,
  PaymentReceipt,
  PayOptions,
  PermissionGrant,
  RevokePermissionsOptions,
  SendCallsOptions,
  SendCallsReturnType,
  SwitchConnectionOptions,
  WaitForCallsStatusOptions,
} from 'latchkit';
import type { FakeWallet, WalletCall, WalletFaults } from 'latchkit/testing';
import type { FakeBitcoinWallet } from 'latchkit/testing/bitcoin';
import type { FakePolkadotWallet } from 'latchkit/testing/polkadot';
import type { FakeSolanaWallet } from 'latchkit/testing/solana';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    /** The API of the demo page for the console and for tests. */
    readonly demo: {
      readonly kit: Latchkit;
      readonly wallets: readonly FakeWallet[];
      readonly solanaWallets: readonly FakeSolanaWallet[];
      readonly bitcoinWallets: readonly FakeBitcoinWallet[];
      readonly polkadotWallets: readonly FakePolkadotWallet[];
      readonly openModal: (options: OpenOptions) => void;
      readonly pay: (options: PayOptions) => Promise<PaymentReceipt>;
      readonly sendCalls: (options: SendCallsOptions) => Promise<SendCallsReturnType>;
      readonly waitForCallsStatus: (options: WaitForCallsStatusOptions) => Promise<CallsStatus>;
      /** The functions for hosts with Bitcoin. */
      readonly bitcoin: () => Promise<typeof import('latchkit/bitcoin')>;
      readonly showCallsStatus: (options: CallsStatusOptions) => Promise<void>;
      readonly getRecentConnectors: () => readonly string[];
      readonly switchConnection: (options: SwitchConnectionOptions) => Promise<void>;
      readonly deleteConnection: (options: DeleteConnectionOptions) => Promise<void>;
      readonly grantPermissions: (options: GrantPermissionsOptions) => Promise<readonly PermissionGrant[]>;
      readonly listPermissions: () => Promise<readonly ListedPermission[]>;
      readonly revokePermissions: (options: RevokePermissionsOptions) => Promise<void>;
      readonly useSession: (session: {
        readonly grant: Pick<PermissionGrant, 'context' | 'chainId' | 'from'>;
        readonly privateKey: string;
        readonly calls: readonly { readonly to: string; readonly value: string }[];
      }) => Promise<string>;
    };
  }
}

/** The test ids of the host's read-outs, without the prefix `host-`. */
export type ReadOut =
  | 'status'
  | 'address'
  | 'caip-address'
  | 'chain-id'
  | 'namespace'
  | 'accounts'
  | 'error'
  | 'signature'
  | 'transaction'
  | 'balance'
  | 'session'
  | 'account-type'
  | 'provider'
  | 'capabilities'
  | 'payment';

/** Keys and values of localStorage. */
export type StoredRecords = readonly (readonly [string, string])[];

/** Returns what a browser stores after the demo wallet was connected on this kind of chain. */
export type RememberedVisit = (kind: 'evm' | 'solana') => Promise<StoredRecords>;

/** Timeout of a condition on a busy machine, in ms. */
const PATIENCE = 60_000;

/** The first default account of anvil, which the demo wallet uses. */
export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** `ADDRESS` as visitors see it. */
export const SHORT_ADDRESS = '0xf3…b92266';
export const WALLET = 'Demo Wallet';

/** Waits until a value on the page equals the expected one. */
export async function eventually<T>(read: () => Promise<T> | T, wanted: T | unknown[]): Promise<void> {
  await expect.poll(read, { timeout: PATIENCE, interval: 50 }).toEqual(wanted);
}

/** The demo host page: its read-outs and buttons, the modal, and the demo wallet. */
export class DemoPage {
  /** @param remembered - Connects on first use. */
  constructor(
    readonly page: Page,
    private readonly remembered?: RememberedVisit,
  ) {}

  /** Opens the page and waits until the host is rendered. EVM only and without WalletConnect, unless the query says otherwise. */
  async open(query = ''): Promise<void> {
    const parameters = new URLSearchParams(query);
    const rest = ['adapters=evm', 'walletConnect=0'].filter(one => !parameters.has(one.split('=')[0] ?? ''));
    await this.page.goto(`/?${[query, ...rest].filter(Boolean).join('&')}`);
    await this.page.getByTestId('host-status').waitFor();
  }

  /** Returns the text of a read-out. */
  async read(id: ReadOut): Promise<string> {
    return (await this.page.getByTestId(`host-${id}`).textContent()) ?? '';
  }

  /** Waits until a read-out shows exactly this text. */
  async reads(id: ReadOut, wanted: string): Promise<void> {
    await eventually(() => this.read(id), wanted);
  }

  /** Locates a button of the host by its exact name. */
  hostButton(name: string): Locator {
    return this.page.locator('#root').getByRole('button', { name, exact: true });
  }

  /** Latchkit's button in the host's header, before and after connecting, in any language. */
  get connectButton(): Locator {
    return this.page.getByRole('banner').getByRole('button').last();
  }

  get networkButton(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: /^Network/ });
  }

  /** The open modal. */
  get modal(): Locator {
    return this.page.locator('[role="dialog"][data-view]');
  }

  /** Waits until the modal shows a view under its title. */
  async shows(view: string, title?: string | RegExp): Promise<void> {
    const dialog = this.page.locator(`[role="dialog"][data-view="${view}"]`);
    await dialog.waitFor({ timeout: PATIENCE });
    // Until the view's code has loaded, the modal shows the previous view or only the title.
    await dialog
      .locator('[aria-busy="true"].lk-content, [aria-busy="true"].lk-body')
      .waitFor({ state: 'detached', timeout: PATIENCE });
    if (title) await dialog.getByRole('heading', { name: title, level: 2 }).waitFor({ timeout: PATIENCE });
  }

  /** Waits until the modal is closed. */
  async isClosed(): Promise<void> {
    await this.modal.waitFor({ state: 'detached', timeout: PATIENCE });
  }

  /** Locates a button of the modal whose name begins with this text. */
  button(name: string): Locator {
    return this.modal.getByRole('button', { name: startsWith(name) });
  }

  /** The button of the sign view, once there is a message to sign. Before, it is busy, and a press does nothing. */
  get signButton(): Locator {
    return this.button('Sign').and(this.page.locator(':not([aria-busy="true"])'));
  }

  /** Shows the rows below 'Wallet settings' on Account. */
  async openSettings(): Promise<void> {
    const settings = this.button('Wallet settings');
    await settings.waitFor();
    if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click();
  }

  /** Returns the accessible names of the buttons in a list of the modal, from the top. */
  async rows(list: string): Promise<string[]> {
    const found = this.modal.getByRole('list', { name: list, exact: true });
    if ((await found.count()) === 0) return [];
    return [...(await found.ariaSnapshot()).matchAll(/- button "([^"]*)"/g)].map(([, name = '']) => name);
  }

  /** The demo wallet's own prompt. */
  get prompt(): Locator {
    return this.page.locator('latchkit-demo-wallet dialog');
  }

  async approve(): Promise<void> {
    await this.prompt.getByRole('button', { name: 'Approve' }).click();
  }

  async reject(): Promise<void> {
    await this.prompt.getByRole('button', { name: 'Reject' }).click();
  }

  /** Closes the modal with Escape instead of waiting until 'Connected' closes it. */
  async leave(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.isClosed();
  }

  /** Connects from the open page: button, wallet row, Approve. Waits until the host is connected and the modal is closed. */
  async connect(wallet = WALLET): Promise<void> {
    await this.connectButton.click();
    await this.shows('Connect');
    await this.button(wallet).click();
    await this.prompt
      .or(this.page.getByTestId('host-status').and(this.page.locator('[data-value="connected"]')))
      .first()
      .waitFor();
    if (await this.prompt.isVisible()) await this.approve();
    await this.reads('status', 'connected');
    await this.leave();
  }

  /**
   * Opens the page as a visitor who connected the demo wallet on an earlier visit, so that the connection is restored: on
   * Solana if the page has no other kind of chain.
   */
  async openConnected(query = 'prompt=auto'): Promise<void> {
    const kind = new URLSearchParams(query).get('adapters') === 'solana' ? 'solana' : 'evm';
    const records = (await this.remembered?.(kind)) ?? [];
    // Once, before the page's scripts run. Setting it from another page of the origin would cost another page load.
    const earlier = await this.page.addInitScript(entries => {
      if (window === window.top) for (const [key, value] of entries) localStorage.setItem(key, value);
    }, records);
    await this.open(query);
    await earlier.dispose();
    // Where sign-in is required, the host reads an account as connected once it has a session.
    await this.reads(
      'status',
      new URLSearchParams(query).get('siwx') === 'required' ? 'connecting' : 'connected',
    );
  }

  /** Restores the storage of an earlier visit without opening the page. */
  async comeBack(): Promise<void> {
    const records = await this.remembered?.('evm');
    await this.page.goto('/favicon.svg');
    await this.page.evaluate(entries => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, records ?? []);
  }

  /** Returns the calls that a demo wallet received, in order. */
  calls(index = 0): Promise<WalletCall[]> {
    return this.page.evaluate(at => [...(window.demo.wallets[at]?.calls ?? [])], index);
  }

  /** Returns the methods that a demo wallet received, in order. */
  async methods(index = 0): Promise<string[]> {
    return (await this.calls(index)).map(({ method }) => method);
  }

  /** Sets the faults of a demo wallet. */
  async faults(faults: WalletFaults, index = 0): Promise<void> {
    await this.page.evaluate(([at, set]) => window.demo.wallets[at]?.faults.set(set), [
      index,
      faults,
    ] as const);
  }

  /** Picks a chain in the demo wallet, as a visitor would. */
  async walletPicksChain(chainId: number): Promise<void> {
    await this.page.evaluate(id => window.demo.wallets[0]?.changeChain(id), chainId);
  }
}

/** Returns a pattern for accessible names that begin with this text. */
export function startsWith(name: string): RegExp {
  return new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** Matches accessible names that begin with these texts, in this order. */
export function named(names: readonly string[]): unknown[] {
  return names.map(name => expect.stringMatching(startsWith(name)));
}
