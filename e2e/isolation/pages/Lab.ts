import type { Latchkit, LatchkitOptions } from 'latchkit';
import type { EvmOptions } from 'latchkit/evm';
import type { FakeWallet, FakeWalletOptions, HostileKind } from 'latchkit/testing';

/** What an instance on the lab page may be made with. */
export interface LabKitOptions extends Partial<Omit<LatchkitOptions, 'networks' | 'adapters' | 'wallets'>> {
  readonly evm?: EvmOptions;
}

export interface MountOptions {
  /** What is rendered below the provider. Default 'button'. */
  readonly content?: 'button' | 'nothing' | 'modal';
  /** Where, as a selector. Default `#app`. */
  readonly into?: string;
  readonly strict?: boolean;
}

/** An instance with its React root. */
export interface LabHost {
  readonly kit: Latchkit;
  open(view?: Parameters<typeof import('latchkit').open>[1]): void;
  close(): void;
  connect(connectorId: string): Promise<unknown>;
  disconnect(): Promise<void>;
  discover(): Promise<void>;
  /** Unmounts the React root and destroys the instance. */
  destroy(): void;
}

/** What the lab page offers to its tests. */
export interface Lab {
  /** Makes an instance and mounts a provider for it. */
  host(options?: LabKitOptions, mount?: MountOptions): LabHost;
  readonly hosts: readonly LabHost[];
  /** Announces a fake wallet on the chains of the page's address. */
  wallet(options?: Partial<FakeWalletOptions>): FakeWallet;
  readonly wallets: readonly FakeWallet[];
  /** A fake wallet that nobody announces. */
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
