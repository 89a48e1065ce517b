import type { QueryClient } from '@tanstack/query-core';
import type { WalletListing } from '../protocol/gateway/walletListing.js';
import type { WalletItem } from './connectors/WalletItem.js';
import type { EmbeddedWalletFlow } from './contracts/EmbeddedWallet.js';
import type { Storage } from './contracts/Storage.js';
import type { DirectoryMemory } from './directory/DirectoryMemory.js';
import type { RootElement } from './embedded/rootElement.js';
import type { LatchkitEventInput } from './events/LatchkitEvent.js';
import type { EarlyRequest } from './gateway/askEarly.js';
import type { Latchkit } from './Latchkit.js';
import type { LogBuffer } from './logs/createLogBuffer.js';
import type { SendMemory } from './send/sendMemoryOf.js';
import type { SignInFlow } from './signIn/SignInFlow.js';
import type { LatchkitState } from './state/LatchkitState.js';
import type { WalletConnectFlow } from './walletconnect/WalletConnectFlow.js';

/** A change of the state, or how to make it. */
export type StateChange = Partial<LatchkitState> | ((state: LatchkitState) => Partial<LatchkitState>);

/** What the actions of an instance share. @internal */
export interface Kernel {
  /** Aborted by destroy(). */
  readonly signal: AbortSignal;
  readonly storage: Storage;
  /** Whether discovery and reconnection have begun. */
  started: boolean;
  /**
   * Loads the code that starts the instance, and starts it. Repeated calls share one start; never rejects.
   *
   * @param why `restore`: nobody reaches for anything yet, and the gateway is not asked. Default: an intent, the first of
   * which asks the gateway about the project.
   */
  start(why?: 'restore'): Promise<void>;
  /** Changes the state. The embedded wallet, once it is there, adds to each change what it knows. */
  set(change: StateChange): void;
  emit(event: LatchkitEventInput): void;
  /** A number that no earlier attempt of the instance had. */
  nextAttempt(): number;
  /**
   * Abort controllers of what is in flight: by namespace the attempt to connect or to restore that its state shows, and by
   * namespace and connector id (`eip155 io.wallet`) the further connections that are being restored.
   */
  readonly attempts: Map<string, AbortController>;
  /** What features keep for this instance, by name: see {@link instanceSlot}. */
  readonly slots: Map<string, unknown>;
  /** Cache of what services and chains answered; made with the first question, emptied by destroy(). */
  queries?: QueryClient | undefined;
  /** Set once the gateway was asked whether it wants events. */
  analytics?: boolean;
  /** Made by the start, so that a host's first chunk does not carry it. */
  logs?: LogBuffer | undefined;
  /** Made with the first look at the send form. */
  send?: SendMemory;
  /** Hashes of the transactions that are being waited for. */
  following?: Set<string>;
  /** Whether pending transactions are asked after from time to time. */
  watching?: boolean;
  /** Made with the first look into the wallet directory. */
  directory?: DirectoryMemory;
  /** The directory's list, and what it was made from. */
  directoryList?: {
    readonly inputs: readonly unknown[];
    readonly items: ReadonlyMap<WalletListing, WalletItem>;
    readonly list: readonly WalletItem[];
  };
  /** The reading of the featured and recommended wallets, once it began. */
  listings?: Promise<void> | undefined;
  /** Requests sent before the code that reads their answers was there, by address. */
  early?: Map<string, EarlyRequest>;
  /** Set where sign-in is configured, with the start. */
  signIn?: SignInFlow | undefined;
  /** Set where WalletConnect is configured, with the start. */
  walletConnect?: WalletConnectFlow | undefined;
  /** Set where the embedded wallet is configured and was needed. */
  embeddedWallet?: EmbeddedWalletFlow | undefined;
  /** The instance's element, once something needed it. */
  root?: RootElement | undefined;
  /** Whether a modal is mounted, or will be when it opens. */
  presented?: boolean;
  /** Where the host placed the modal, if it did. */
  place?: HTMLElement | undefined;
  /** The wallet list, and the parts of the state that it was made from. */
  walletList?: { readonly inputs: readonly unknown[]; readonly list: readonly WalletItem[] } | undefined;
}

/**
 * A place where a feature keeps something for each instance.
 *
 * @param name found by name, so that two copies of a module share it.
 */
export function instanceSlot<T>(name: string) {
  return {
    get: ({ kernel }: Pick<Latchkit, 'kernel'>) => kernel.slots.get(name) as T | undefined,
    set: ({ kernel }: Pick<Latchkit, 'kernel'>, value: T | undefined) => void kernel.slots.set(name, value),
  };
}
