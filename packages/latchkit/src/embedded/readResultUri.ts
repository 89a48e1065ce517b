/** Query parameter with the result of a social login that left the page. */
export const RESULT_URI = 'result_uri';

/** The result of a social login with which the wallet service sent the visitor back to this page. */
export function readResultUri(wallet: string): string | undefined {
  const result = new URLSearchParams(globalThis.location?.search).get(RESULT_URI);
  return result && URL.canParse(result) && new URL(result).origin === new URL(wallet).origin
    ? result
    : undefined;
}
