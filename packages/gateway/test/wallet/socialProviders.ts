import { createVisitor, type DevIdp, type DevIdpOptions, startDevIdp, type Visitor } from '@latchkit/dev-idp';
import type { SocialSignInProvider } from 'latchkit/protocol';
import * as z from 'zod';
import { CREDENTIALS } from '../../src/wallet/service/social/credentials.js';
import type { ProviderSetup } from '../../src/wallet/service/social/SocialProvider.js';
import { SOCIAL_PROVIDERS } from '../../src/wallet/service/social/socialProviders.js';
import type { OwnClient } from '../../src/wallet/shared/socialSubject.js';

/** What a test person does at a provider. Without a person they refuse. */
export interface Choice {
  readonly person: string;
  readonly fault?: string;
  /** The provider answers this browser's next logins without a page. */
  readonly stay?: 'on';
}

/** The development identity provider, on a free port, as the gateway uses it. */
export interface TestProviders {
  readonly url: string;
  readonly liveTokens: DevIdp['liveTokens'];
  /** The server's own switches. */
  readonly idp: Pick<DevIdp, 'called' | 'limited' | 'rotateKeys'>;
  /** @param own - A project's own client. Default: the deployment's. */
  setup(provider: SocialSignInProvider, own?: OwnClient): ProviderSetup;
  /**
   * Goes to a provider's page, chooses, and follows redirects until the client's callback.
   *
   * @param at - The client's callback. Default: that of the wallet service.
   * @returns what the browser sends to the callback: from the query, the posted form, and Telegram's fragment.
   */
  choose(url: string, choice: Choice, at?: string, visitor?: Visitor): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const published = z.record(z.string(), z.object({ base: z.url(), credentials: z.unknown() }));

/** The secret of a project's own client. */
export const secretOf = (clientId: string) => `secret-of-${clientId}`;

/**
 * @param ownClients - Ids of clients that projects have of their own.
 * @param redirectUris - Where these clients get their responses besides.
 * @param tls - Serves https.
 */
export async function startProviders(
  callback: string,
  ownClients: readonly string[] = [],
  redirectUris: readonly string[] = [],
  tls?: DevIdpOptions['tls'],
): Promise<TestProviders> {
  const moreClients = [...new Set(ownClients)].map(id => ({ id, secret: secretOf(id) }));
  const idp = await startDevIdp({
    port: 0,
    host: 'localhost',
    moreClients,
    tls,
    redirectUris: [callback, ...redirectUris],
  });
  const all = published.parse(await (await fetch(`${idp.url}/credentials`)).json());
  return {
    url: idp.url,
    liveTokens: idp.liveTokens,
    idp,
    setup(id, own) {
      const { base, credentials } = all[id] ?? { base: '', credentials: undefined };
      const client = own && { clientId: own.clientId, clientSecret: secretOf(own.clientId) };
      return {
        provider: SOCIAL_PROVIDERS[id],
        credentials: CREDENTIALS[id].parse(client ?? credentials),
        developmentBase: base,
        owner: own ?? 'deployment',
      };
    },
    async choose(url, choice, at = callback, visitor = createVisitor()) {
      const page = await visitor.open(url, at);
      if (page.status !== 200)
        throw new Error(`The provider's page has status ${page.status}:\n${page.html}`);
      const end = await visitor.submit(page, { fault: '', ...choice }, at);
      // Apple's page posts a form with a script.
      const last = end.status === 0 ? end : await visitor.submit(end, {}, at);
      const posted = last.html.split('\n').filter(line => line !== '');
      const found = new URLSearchParams(last.url.search);
      for (const line of posted)
        found.set(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1));
      const telegram = /^#tgAuthResult=(.*)$/.exec(last.url.hash)?.[1];
      if (telegram !== undefined) found.set('tgAuthResult', telegram);
      return found;
    },
    close: () => idp.close(),
  };
}
