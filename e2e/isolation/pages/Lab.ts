import type { Latchkit, LatchkitOptions } from 'latchkit';
import type { EvmOptions } from 'latchkit/evm';
import type { FakeWallet, FakeWalletOptions, HostileKind } from 'latchkit/testing';

/** Options of an instance on the lab page. */
export interface LabKitOptions extends Partial<Omit<LatchkitOptions, 'networks' | 'adapters' | 'wallets'>> {
  readonly evm?: EvmOptions;
}

export interface MountOptions {
  /** What to render inside the provider. Default: 'button'. */
  readonly content?: 'button' | 'nothing' | 'modal';
  /** Selector of the container. Default: `#app`. */
  readonly into?: string;
  readonly strict?: boolean;
}

/** An instance with its React root. */
export interface LabHost {
  readonly kit: Latchkit;
  open(view?: Parameters<typeof import('latchkit').openModal>[1]): void;
  close(): void;
  connect(connectorId: string): Promise<unknown>;
  disconnect(): Promise<void>;
  discover(): Promise<void>;
  sign(message: string): Promise<string>;
  /** Unmounts the React root and destroys the instance. */
  destroy(): void;
}

/** The API of the lab page for its tests. */
export interface Lab {
  /** Creates an instance and mounts a provider for it. */
  host(options?: LabKitOptions, mount?: MountOptions): LabHost;
  readonly hosts: readonly LabHost[];
  /** Announces a fake wallet on the chains in the page's query. */
  wallet(options?: Partial<FakeWalletOptions>): FakeWallet;
  readonly wallets: readonly FakeWallet[];
  /** Creates a fake wallet without announcing it. */
  quietWallet(options?: Partial<FakeWalletOptions>): FakeWallet;
  announceHostile(kind: HostileKind, wallet: FakeWallet, impostor?: unknown): void;
  installLegacyProvider(wallet: FakeWallet, flags?: Readonly<Record<`is${string}`, boolean>>): void;
}

declare global {
  interface Window {
    /** One for each copy of the bundle on the page. */
    labs?: Lab[];
    readonly lab: Lab;
  }
}
