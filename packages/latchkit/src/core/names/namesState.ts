import type { BaseError } from '../../protocol/BaseError.js';

/** The registration of a name, from the wallet's signature to the gateway's response. */
export interface NameRegistration {
  /** Without its suffix. */
  readonly name: string;
  readonly status: 'pending' | 'error';
  /** Why the last attempt failed. */
  readonly error: BaseError | undefined;
}

/** Account names of the gateway, as far as they are known. */
export interface NamesState {
  /** What a new name ends with; undefined: the gateway registers none. */
  readonly suffix: string | undefined;
  /** The last registration; undefined if there was none, or it succeeded. */
  readonly registration: NameRegistration | undefined;
}
