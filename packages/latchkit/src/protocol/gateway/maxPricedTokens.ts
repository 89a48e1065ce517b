/** Tokens whose prices one body may ask for. Apart from the body's schema, which pages that only send one do not carry. */
export const MAX_PRICED_TOKENS = 100;
