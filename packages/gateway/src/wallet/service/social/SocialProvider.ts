import type { SocialSignInProvider } from 'latchkit/protocol';
import type { ClientOwner } from '../../shared/socialSubject.js';
import type { Credentials } from './credentials.js';

/** A user, as a provider describes them. */
export interface SocialProfile {
  /** The user's id at the provider: never changes and is never given to another user. In an identity, a `socialSubject`. */
  readonly subject: string;
  /** Plain text that may contain any character. */
  readonly name?: string | undefined;
  /** Only addresses that the provider has verified. */
  readonly email?: string | undefined;
  /** Only https. */
  readonly picture?: string | undefined;
}

/** Requests JSON from a provider's API with the access token. @throws SocialError */
export type ReadApi = (path: string, how?: ApiRead) => Promise<unknown>;

/** How a path of an API is read. */
export interface ApiRead {
  /** The permission that it needs, without which the login goes on: the answer is then undefined. */
  readonly permission?: string;
}

/** Paths of a provider at its issuer. */
export interface FixedEndpoints {
  readonly authorize: string;
  readonly token: string;
  readonly keys: string;
}

/**
 * How a client ends an access token. `form`: it posts it (RFC 7009). `delete`: GitHub's `DELETE /applications/{client_id}/token`. `graph`:
 * Facebook's `oauth/revoke`. `endsAll`: other tokens of the user and the client may end too, because they are the same or by its rule.
 */
export interface Revocation {
  readonly by: 'form' | 'delete' | 'graph';
  /** Path at the site of the API. */
  readonly path: string;
  readonly endsAll: boolean;
}

/** How a provider's login works. */
type Protocol =
  | {
      readonly kind: 'openid';
      readonly issuer: string;
      /** What else its responses and id tokens name as issuer. */
      readonly otherIssuers: readonly string[];
      /** The same at the development provider, whose address is `base`. */
      readonly otherIssuerAt: (base: string) => string;
      /** Addresses that are not discovered, because the provider's metadata was wrong before. */
      readonly endpoints?: FixedEndpoints;
      /** Apple posts the name to the callback, only at the first login. */
      readonly profileOf: (
        claims: Readonly<Record<string, unknown>>,
        posted: string | undefined,
      ) => SocialProfile;
    }
  | {
      readonly kind: 'oauth';
      /** Site of the login page. */
      readonly site: string;
      /** Path of the issuer at `site` that responses name (RFC 9207). Absent: it is not known. */
      readonly issuerPath?: `/${string}`;
      readonly authorizePath: string;
      /** Site of the token endpoint and of the API; `developmentApi` is its path at the development provider. */
      readonly api: string;
      readonly developmentApi: '' | `/${string}`;
      /** If it is not `api`. */
      readonly tokenSite?: string;
      readonly tokenPath: string;
      /** Whether it sends an id token for the scope `openid`, which names the login by its nonce. */
      readonly hasIdToken?: true;
      /** Whether calls with a token prove that they know the client's secret (`appsecret_proof`). */
      readonly provesSecret?: true;
      /** How it ends one access token. The grant stays, with which it knows the user again. */
      readonly revocation: Revocation;
      readonly readProfile: (read: ReadApi) => Promise<SocialProfile>;
    }
  | { readonly kind: 'telegram'; readonly site: string };

/** The data of one provider. */
export interface SocialProvider {
  readonly id: SocialSignInProvider;
  readonly name: string;
  readonly protocol: Protocol;
  readonly scope: string;
  /** PKCE (RFC 7636), where the provider supports it. */
  readonly usesPkce: boolean;
  readonly responseMode?: 'form_post';
  /** The value of `prompt` with which it documents that it asks for the account, also a visitor whom it knows. */
  readonly accountPrompt?: 'select_account';
  /**
   * How the provider documents that the client proves itself at the token endpoint. `post`: in the form. `basic`: by the literal
   * pair in `Authorization: Basic`. `signed`: with a JWT that its key signs (Apple).
   */
  readonly clientAuth: 'post' | 'basic' | 'signed';
  /** The form of user agent that it asks for. Default: product, version and URL. */
  readonly agent?: 'DiscordBot';
  /** What an operator does about a user endpoint that refuses (402 or 403). */
  readonly refusalHint?: string;
  /** What the vault can verify without the wallet service. */
  readonly evidence: 'idToken' | 'accessToken' | undefined;
}

/** A provider that a project can use. */
export interface ProviderSetup {
  readonly provider: SocialProvider;
  readonly credentials: Credentials;
  /** Who owns the client, and with it the identities that it proves. The token of a Telegram bot can sign as any Telegram user. */
  readonly owner: ClientOwner;
  /** URL of the development identity provider's stand-in. Undefined: the provider itself. */
  readonly developmentBase?: string | undefined;
}
