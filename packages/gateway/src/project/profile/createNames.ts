import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import type { Database } from '../../platform/ports/Database.js';
import type { SignIn } from '../siwx/createSignIn.js';
import { nameAnswers } from './nameAnswers.js';
import { type NameRegistry, nameRegistry } from './nameRegistry.js';
import { profileCalls } from './routes.js';
import { nameStore } from './store.js';

/** Which names are registered, and what signs the answers about them. */
export interface NamesSetup {
  /** What names end with, such as `.example.com`. */
  readonly suffix: string;
  /** Origin of the gateway, for which accounts sign orders about names. */
  readonly origin: string;
  /** The private key that signs answers for the resolver contract; undefined while it is not loaded. */
  readonly key: () => Uint8Array | undefined;
}

export interface NamesParts extends Pick<SignIn, 'verifySignature' | 'verifyTypedData' | 'limit'> {
  readonly database: Database;
  /** Undefined: no names are registered. */
  readonly setup: NamesSetup | undefined;
  readonly address: ClientAddress;
  readonly quotas: StorageQuotas;
  readonly publicUrl: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Creates the registry of names and its calls. */
export function createNames({
  database,
  setup,
  publicUrl,
  now,
  limit,
  address,
  quotas,
  ...verifiers
}: NamesParts): {
  readonly registry: NameRegistry;
  readonly handlers: readonly CallHandler[];
} {
  const store = nameStore(database, now);
  const registry = nameRegistry({
    store,
    suffix: setup?.suffix,
    origin: setup?.origin ?? '',
    verifySignature: verifiers.verifySignature,
    verifyTypedData: verifiers.verifyTypedData,
    now,
  });
  const answers = setup && nameAnswers({ registry, ...setup, now });
  return {
    registry,
    handlers: profileCalls({ registry, origin: setup?.origin, answers, limit, address, quotas, publicUrl }),
  };
}
