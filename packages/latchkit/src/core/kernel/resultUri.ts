/** The query's field in which a login that left the page returns. */
export const RESULT_URI = 'result_uri';

/** A query without the login's result. As text, because URLSearchParams would encode the other parameters differently. */
export function withoutResult(search: string): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter(pair => !new URLSearchParams(pair).has(RESULT_URI))
    .join('&');
  return kept && `?${kept}`;
}
