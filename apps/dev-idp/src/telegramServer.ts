import { createHash, createHmac } from 'node:crypto';
import { BOT_TOKEN } from './clients.js';
import { type Fault, faultOf } from './faults.js';
import { type Exchange, readForm, redirect } from './http.js';
import { sendBadRequest, sendChoices } from './pages.js';
import { type Person, personOf } from './people.js';
import { signedInPerson, staySignedIn } from './staySignedIn.js';
import { SKEW } from './tamper.js';

const TELEGRAM_FAULTS = ['wrongSignature', 'clockSlow', 'clockFast'] as const satisfies readonly Fault[];

/** A bot that was switched to OpenID Connect: its old page does not log in any more. */
const SWITCHED_BOT = '700000009';

/** Creates Telegram's login page for the bot. `base` is its public URL, without a trailing slash. */
export function telegramServer({
  base,
  redirectUris,
}: {
  readonly base: string;
  readonly redirectUris: readonly string[];
}): (exchange: Exchange) => Promise<void> {
  return async ({ request, response, path, query }) => {
    const returnTo = query.get('return_to') ?? '';
    if (path === '/auth' && query.get('bot_id') === SWITCHED_BOT) {
      const says = 'This login method is deprecated for this bot.';
      return sendBadRequest(response, says, 'The bot uses OpenID Connect.');
    }
    const isKnown = redirectUris.includes(returnTo.split('?')[0] ?? '');
    if (path !== '/auth' || query.get('bot_id') !== BOT_TOKEN.split(':')[0] || !isKnown) {
      const allowed = redirectUris.join('\n         ');
      return sendBadRequest(
        response,
        'The app asked for an unknown bot, or with an address that isn’t registered.',
        `asked    ${returnTo}\nallowed  ${allowed}`,
      );
    }
    const known = signedInPerson(request);
    if (request.method !== 'POST' && known !== undefined) return sendResult(response, returnTo, known);
    if (request.method !== 'POST') {
      const cutsOpener = query.get('coop') === 'same-origin';
      const action = `${new URL(base).pathname}/auth?${query}`;
      const page = { provider: 'Telegram', action, faults: TELEGRAM_FAULTS, cutsOpener, query };
      return sendChoices(response, page);
    }
    const form = await readForm(request);
    const person = personOf(form.get('person') ?? '');
    staySignedIn(response, base, form, person);
    sendResult(response, returnTo, person, faultOf(form.get('fault')));
  };
}

/** Telegram's page sends the word `false` if the visitor refused. */
function sendResult(
  response: Exchange['response'],
  returnTo: string,
  person: Person | undefined,
  fault?: Fault,
): void {
  const result = person === undefined ? 'false' : JSON.stringify(signed(person, fault));
  redirect(response, `${returnTo}#tgAuthResult=${Buffer.from(result).toString('base64url')}`);
}

/** The signed data of a login (core.telegram.org/widgets/login-legacy). */
function signed(person: Person, fault: Fault | undefined): Record<string, string | number> {
  const [firstName = '', lastName = ''] = person.name.split(' ');
  const shift = fault === 'clockSlow' ? -SKEW : fault === 'clockFast' ? SKEW : 0;
  const data: Record<string, string | number> = {
    auth_date: Math.floor(Date.now() / 1_000) + shift,
    first_name: firstName,
    id: Number(person.subject),
    last_name: lastName,
    photo_url: person.picture,
    username: person.userName,
  };
  const text = Object.entries(data)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const key = createHash('sha256')
    .update(fault === 'wrongSignature' ? 'another token' : BOT_TOKEN)
    .digest();
  return { ...data, hash: createHmac('sha256', key).update(text).digest('hex') };
}
