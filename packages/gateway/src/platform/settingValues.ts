import { BaseError } from 'latchkit/protocol';

/** Environment variables. An empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The error for a variable that cannot be read. It names the variable and not its value. */
export function invalidSetting(name: string, reason: string): BaseError {
  return new BaseError('INVALID_SETTING', `${name} ${reason}`);
}

/**
 * Whether a variable is one that Kubernetes and Docker links put into a container for each service beside it, such as
 * `LATCHKIT_GATEWAY_PORT=tcp://10.96.0.12:4000` for a service of the name `latchkit-gateway`. Nobody set it for the gateway.
 */
export function isServiceLink(name: string, value: string | undefined): boolean {
  if (/_SERVICE_(HOST|PORT)$|_SERVICE_PORT_[A-Z0-9_]+$/.test(name)) return true;
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value ?? '');
}

/** Reads a port. */
export function portSetting(env: Environment, name: string, absent: number): number {
  const text = env[name];
  if (!text || isServiceLink(name, text)) return absent;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw invalidSetting(name, 'must be a port, 0 to 65535');
  }
  return Number(text);
}

/** Reads a whole number of at most twelve digits. */
export function numberSetting(env: Environment, name: string, absent: number, least = 0): number {
  const text = env[name];
  if (!text) return absent;
  if (!/^\d{1,12}$/.test(text) || Number(text) < least) {
    throw invalidSetting(name, `must be a whole number, at least ${least}`);
  }
  return Number(text);
}

/** Reads one of several values. */
export function optionSetting<Option extends string>(
  env: Environment,
  name: string,
  options: readonly Option[],
  absent: NoInfer<Option>,
): Option {
  const text = env[name] || absent;
  const found = options.find(option => option === text);
  if (found === undefined) throw invalidSetting(name, `must be one of ${options.join(', ')}`);
  return found;
}

/** Reads a list whose entries are separated by commas. */
export function listSetting(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** Reads the URL of a server. */
export function urlSetting(env: Environment, name: string, scheme: RegExp): string | undefined {
  const url = env[name];
  if (!url) return undefined;
  if (!scheme.test(url) || !URL.canParse(url)) {
    throw invalidSetting(name, 'is not the address of such a server');
  }
  return url;
}
