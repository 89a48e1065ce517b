import { readCanaryMailCall, readCanaryMailRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { open, seal } from '../../platform/keyvault/aead.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { Mailer } from '../../platform/ports/Mailer.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { isCanary } from '../shared/canaryAddresses.js';
import { inSeconds, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { handle } from '../shared/walletCalls.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';

const PURPOSE = 'canary mails';
const mailRow = z.object({ id: z.string(), content: z.instanceof(Uint8Array) });
const claims = z.object({ email: z.string() });

/** Keeps emails to canary wallets in the store, and sends all others. */
export function canaryMailer(mailer: Mailer, { database, schema, secret }: SealedStore): Mailer {
  return {
    ...mailer,
    async send(mail) {
      if (!isCanary(mail.to)) return mailer.send(mail);
      const id = uuidv7();
      await database.query(
        `insert into ${schema}.canary_mails (id, email, content_ct, at) values ($1, $2, $3, $4)`,
        [id, mail.to, seal(secret.derive(PURPOSE), Buffer.from(mail.text, 'utf8'), id), new Date()],
      );
    },
  };
}

/** Removes and returns the newest email that a store holds for a canary wallet; undefined if it holds none. */
export async function takeCanaryMail(
  { database, schema, secret }: SealedStore,
  email: string,
): Promise<string | undefined> {
  const rows = await database.query(
    `delete from ${schema}.canary_mails where email = $1 returning id, content_ct as content`,
    [email],
  );
  const newest = rows
    .map(row => mailRow.parse(row))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);
  return newest && Buffer.from(open(secret.derive(PURPOSE), newest.content, newest.id)).toString('utf8');
}

/** The vault's call that returns its emails to canary wallets to the wallet service. */
export function canaryMailCalls(parts: WalletParts): readonly CallHandler[] {
  const { store, peerKey, frameUrl, vaultUrl } = parts;
  return [
    handle(readCanaryMailRequest, async ({ body }) => {
      const expected = { typ: TOKEN_KINDS.canaryMail, issuer: frameUrl, audience: vaultUrl };
      const signed = await verifyServiceToken(peerKey, body.token, expected, claims);
      if (signed === undefined || !isCanary(signed.email)) throw walletError('GRANT_INVALID');
      return { text: (await takeCanaryMail(store, signed.email)) ?? null };
    }),
  ];
}

/** Takes the vault's newest email to a canary wallet. */
export async function vaultCanaryMail(parts: WalletParts, email: string): Promise<string | undefined> {
  const { store, peer, frameUrl, vaultUrl } = parts;
  const now = inSeconds(Date.now());
  const token = await store.keys.sign(TOKEN_KINDS.canaryMail, {
    ...{ iss: frameUrl, aud: vaultUrl, iat: now, exp: now + inSeconds(WALLET_TIMES.peerWord) },
    email,
  });
  const { text } = await peer<typeof readCanaryMailRequest>(readCanaryMailCall, { body: { token } });
  return text ?? undefined;
}
