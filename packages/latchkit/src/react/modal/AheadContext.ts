import { createContext } from 'react';

/** Whether a view is drawn ahead, out of sight: what only one view at a time can have is not its own yet. */
export const AheadContext = createContext(false);
