import { version } from '../version.js';

const URL = 'https://github.com/latchkit/latchkit';

/** The user agent of requests to other services (RFC 9110): product, version and URL. */
export const productAgent = (): string => `latchkit/${version()} (+${URL})`;

/** The same in the form that Discord's reference asks of every client. */
export const discordAgent = (): string => `DiscordBot (${URL}, ${version()})`;
