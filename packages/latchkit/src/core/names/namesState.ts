import type { BaseError } from '../../protocol/BaseError.js';

/** The registration of a name, from the wallet's signature to the gateway's response. */
export interface NameRegistration {
  /** Without its suffix. */
  readonly name: string;
  readonly status: 'pending' | 'error';
  /** Why the last attempt failed. */
  readonly error: BaseError | undefined;
}

/** What is known about the gateway's account names. */
export interface NamesState {
  /** Suffix of new names; undefined if the gateway registers no names. */
  readonly suffix: string | undefined;
  /** The last registration; undefined if there was none, or it succeeded. */
  readonly registration: NameRegistration | undefined;
}
