import type { CallResponse, readHomeCall } from 'latchkit/protocol';
import { createContext, useContext } from 'react';
import type { Loaded } from './useLoaded.js';

/** The state of the wallet, which the alerts and several pages show. */
export type Home = Loaded<CallResponse<typeof readHomeCall>>;

/** Provided to the pages of a logged-in user. */
export const HomeContext = createContext<Home | undefined>(undefined);

/** The state of the wallet; reload it after a change. */
export function useHome(): Home {
  const home = useContext(HomeContext);
  if (home === undefined) throw new Error('Used without a user');
  return home;
}
