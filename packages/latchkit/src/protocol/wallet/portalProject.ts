/**
 * The project id of the portal, the wallet service's own page for users. No project can have it: the wallet service answers it
 * itself, for pages of its own origin only.
 */
export const PORTAL_PROJECT = 'portal';
