import { createContext } from 'react';

/**
 * Whether a view is prerendered out of sight; such a view must not claim anything that only one view at a time can
 * have.
 */
export const PrerenderContext = createContext(false);
