import * as z from 'zod';
import { type SecretKind, settingRows } from './settingRows.js';

/** Fields of a login provider's credentials that are secret. */
const credentials = z
  .string()
  .transform(text => JSON.parse(text))
  .pipe(z.object({ clientSecret: z.string(), privateKey: z.string(), botToken: z.string() }).partial());

/** By name, or by the start of the names that end in a chain or a provider. */
const kinds = settingRows
  .flatMap(({ secret = {} }) => Object.entries(secret))
  .map(([name, kind]) => ({ kind, isOf: matcherOf(name) }));

/** Values in the environment that no log line may contain: server addresses, passwords, keys and tokens. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const kind = kinds.find(({ isOf }) => isOf(name))?.kind;
    return kind === undefined || !value ? [] : SECRETS[kind](value);
  });
}

function matcherOf(pattern: string): (name: string) => boolean {
  const [start = pattern, chain] = pattern.split('<');
  return name => (chain === undefined ? name === start : name.startsWith(start));
}

const SECRETS: Readonly<Record<SecretKind, (value: string) => string[]>> = {
  text: value => [value],
  address: value => value.split(',').flatMap(address => [address.trim(), ...partsOf(address.trim())]),
  object: value => textsIn(JSON.parse(value)),
  credentials: value => Object.values(credentials.parse(value)).filter(text => text !== undefined),
};

/** All texts of a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Passwords, and possible keys: path segments and query values of at least 8 characters. */
function partsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, pathname, searchParams } = new URL(address);
  const keys = [...pathname.split('/'), ...searchParams.values()].filter(part => part.length >= 8);
  return password === '' ? keys : [password, decodeURIComponent(password), ...keys];
}
