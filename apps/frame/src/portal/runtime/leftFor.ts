/** Why the portal left for a provider's page: to log in, or to add a login to the wallet. */
export type LeftFor = 'login' | 'link';

const NAME = 'latchkit-portal-left-for';

/** Stores it in this tab, because the provider's result always comes back to the same page. */
export function writeLeftFor(purpose: LeftFor): void {
  try {
    sessionStorage.setItem(NAME, purpose);
  } catch {
    // Storage is disabled: the login cannot continue, either.
  }
}

/** Takes it, once. Undefined: this tab did not leave for a provider. */
export function takeLeftFor(): LeftFor | undefined {
  try {
    const purpose = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    return purpose === 'login' || purpose === 'link' ? purpose : undefined;
  } catch {
    return undefined;
  }
}
