import * as z from 'zod/mini';

/** A step of the login. */
export type LoginStep =
  | { readonly name: 'way'; readonly problem?: unknown }
  /** The tab came back from a provider. */
  | { readonly name: 'result'; readonly uri: string }
  /** A link was sent. `uri`: of the social login that needs it. */
  | { readonly name: 'link'; readonly email: string; readonly uri?: string | undefined }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'farcaster'; readonly url: string };

/** The steps of a login by email; they survive a reload, as phones reload a tab while the mail app is open. */
const remembered = z.object({ name: z.enum(['link', 'code']), email: z.string() });

const NAME = 'latchkit-portal-login';

/** The step at which the login was before this tab was reloaded, else the first. */
export function recallLogin(): LoginStep {
  try {
    const found = remembered.safeParse(JSON.parse(sessionStorage.getItem(NAME) ?? 'null'));
    return found.success ? found.data : { name: 'way' };
  } catch {
    return { name: 'way' };
  }
}

/** Stores the step of a login by email. A social login that waits for its link ends with the page. */
export function rememberLogin({
  name,
  email,
  uri,
}:
  | Extract<LoginStep, { name: 'link' }>
  | (Extract<LoginStep, { name: 'code' }> & { readonly uri?: undefined })): void {
  try {
    if (uri === undefined) sessionStorage.setItem(NAME, JSON.stringify({ name, email }));
  } catch {
    // Storage is disabled: the login lasts as long as the page.
  }
}

/** Forgets the step. */
export function forgetLogin(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Storage is disabled.
  }
}
