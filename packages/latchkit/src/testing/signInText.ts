import { z } from 'zod/mini';

/** A sign-in's fields, as pages send them to Solana wallets. */
export const SignInInput = z.object({
  domain: z.optional(z.string()),
  address: z.optional(z.string()),
  statement: z.optional(z.string()),
  uri: z.optional(z.string()),
  version: z.optional(z.string()),
  chainId: z.optional(z.string()),
  nonce: z.optional(z.string()),
  issuedAt: z.optional(z.string()),
  expirationTime: z.optional(z.string()),
  notBefore: z.optional(z.string()),
  requestId: z.optional(z.string()),
  resources: z.optional(z.array(z.string())),
});

/**
 * Builds the text that a wallet shows and signs for a sign-in. It does not use Latchkit's code, so that tests compare two
 * implementations.
 *
 * @see https://github.com/phantom/sign-in-with-solana
 */
export function signInText(input: z.infer<typeof SignInInput>, address: string): string {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ];
  const given = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  if (input.resources) given.push('Resources:', ...input.resources.map(resource => `- ${resource}`));
  const head = `${input.domain ?? ''} wants you to sign in with your Solana account:\n${address}`;
  const statement = input.statement === undefined ? '' : `\n\n${input.statement}`;
  return `${head}${statement}${given.length > 0 ? `\n\n${given.join('\n')}` : ''}`;
}
