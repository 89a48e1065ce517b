import { useMemo } from 'react';
import {
  type ChainNamespace,
  type LatchkitState,
  parseCaipAddress,
  type SiwxSession,
  signIn,
  signOut,
} from '../../core/index.js';
import { selectSession } from '../../internal/index.js';
import { useLatchkit } from './useLatchkit.js';
import { useLatchkitState } from './useLatchkitState.js';

/** The sign-in state of an account. */
export type SessionInfo =
  | {
      /** Valid for the account on its network. `session.token` is for the host's own server to verify. */
      readonly session: SiwxSession & {
        /** The address alone. */
        readonly address: string;
      };
      readonly status: 'signed-in';
    }
  | {
      readonly session: undefined;
      /**
       * `checking`: not known yet, for example right after a reload. `asking`: the visitor is being asked to sign.
       */
      readonly status: 'checking' | 'asking' | 'signed-out';
    };

/** The account whose session {@link useSession} reads. */
export interface UseSessionParameters {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace | undefined;
}

/** What {@link useSession} returns. */
export type UseSessionReturnType = SessionInfo & {
  /** Asks the wallet to sign in. Resolves to the session. */
  readonly signIn: () => Promise<SiwxSession>;
  /** Ends the session. If the host requires a sign-in, the wallet is disconnected too. */
  readonly signOut: () => Promise<void>;
};

/**
 * The sign-in session of a namespace's account, and the actions that sign in and out. It changes with the account,
 * the network, and each renewal of its token.
 *
 * @example
 * const { status, session, signIn, signOut } = useSession();
 */
export function useSession({ namespace }: UseSessionParameters = {}): UseSessionReturnType {
  const kit = useLatchkit();
  const read = useMemo(() => (state: LatchkitState) => readSession(state, namespace), [namespace]);
  const info = useLatchkitState(read);
  const actions = useMemo(() => {
    const options = namespace ? { namespace } : {};
    return {
      signIn: () => signIn(kit, options),
      signOut: () => signOut(kit, options),
    };
  }, [kit, namespace]);
  return { ...info, ...actions };
}

function readSession(state: LatchkitState, namespace = state.activeNamespace): SessionInfo {
  const session = selectSession(state, namespace);
  if (session) return { session: withAddress(session), status: 'signed-in' };
  const { checking, asking } = state.signIn;
  if (asking?.namespace === namespace) return { session, status: 'asking' };
  const isOpen =
    checking.includes(namespace) || state.namespaces[namespace]?.account.status === 'reconnecting';
  return { session, status: isOpen ? 'checking' : 'signed-out' };
}

/** The same object for a session, so that hooks see a change only when there is one. */
const addressed = /* @__PURE__ */ new WeakMap<SiwxSession, SiwxSession & { readonly address: string }>();

function withAddress(session: SiwxSession) {
  const known = addressed.get(session) ?? {
    ...session,
    address: parseCaipAddress(session.accountAddress).address,
  };
  addressed.set(session, known);
  return known;
}
