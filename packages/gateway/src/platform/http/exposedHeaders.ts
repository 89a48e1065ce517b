/** What pages of other origins may read: they take the time from the gateway, because clocks of visitors are often wrong. */
export const EXPOSED_HEADERS = 'Date, Retry-After';
