import type { CaipNetworkId } from '../protocol/caip.js';
import type { NamespaceOf } from './adapter/NetworkIdOf.js';
import type { Latchkit } from './Latchkit.js';

/**
 * Tells the hooks of `latchkit/react` which instance they use, so that they know its networks and account types.
 *
 * @example
 * declare module 'latchkit' {
 *   interface Register {
 *     kit: typeof kit;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a host adds to it
export interface Register {}

/** The host's own instance if it is registered. */
export type RegisteredKit = Register extends { readonly kit: infer Kit extends Latchkit } ? Kit : Latchkit;

/** CAIP-2 ids of the registered instance's networks. */
export type RegisteredNetworkId = RegisteredKit extends Latchkit<infer Id> ? Id : CaipNetworkId;

/** Namespaces of the registered instance's networks. */
export type RegisteredNamespace = NamespaceOf<RegisteredNetworkId>;
