import { version } from '../version.js';

const URL = 'https://github.com/latchkit/latchkit';
const VERSION = version();

/** The user agent of requests to other services (RFC 9110): product, version and URL. */
export const PRODUCT_AGENT = `latchkit/${VERSION} (+${URL})`;

/** The same in the form that Discord's reference asks of every client. */
export const DISCORD_AGENT = `DiscordBot (${URL}, ${VERSION})`;
