import { createContext, useContext } from 'react';
import type { AccountUser } from '../../account/Account.js';
import type { PortalLocale } from '../texts/createPortalTexts.js';
import type { Portal } from './Portal.js';

/** What every part of the portal can use. */
export interface PortalValue extends PortalLocale {
  readonly portal: Portal;
}

/** Provided by the root of the portal. */
export const PortalContext = createContext<PortalValue | undefined>(undefined);

/** The portal, and the texts in the user's language. */
export function usePortal(): PortalValue {
  const value = useContext(PortalContext);
  if (value === undefined) throw new Error('Used outside the portal');
  return value;
}

/** Provided to the pages of a logged-in user. */
export const UserContext = createContext<AccountUser | undefined>(undefined);

/** The logged-in user. */
export function useUser(): AccountUser {
  const user = useContext(UserContext);
  if (user === undefined) throw new Error('Used without a user');
  return user;
}
