/** Maximum number of tokens in one price request. Separate from the body's schema, which clients don't need. */
export const MAX_PRICED_TOKENS = 100;
