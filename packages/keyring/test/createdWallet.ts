import { createKeyring } from '../src/createKeyring.js';
import type { Keyring } from '../src/Keyring.js';
import { type Approval, digestOf, type SigningRequest } from '../src/SigningRequest.js';
import { memoryInstallation } from './memoryInstallation.js';
import { type StoredSet, scriptedServices, sealFor, shareFor } from './scriptedServices.js';

/** Id of the created wallet. */
export const WALLET = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Origin of the host page. */
export const ORIGIN = 'https://shop.example';

/** A keyring with a confirmed wallet; `clock.now` is its clock. */
export async function made() {
  const services = await scriptedServices();
  const installation = await memoryInstallation();
  const clock = { now: 1_000_000 };
  const keyring = createKeyring({ installation, origin: ORIGIN, now: () => clock.now });
  const set = await keyring.create(WALLET, services.keys);
  const stored = await services.store(set);
  await confirm(keyring, installation, stored);
  return { services, installation, clock, keyring, set, stored };
}

/** Confirms a new wallet in a keyring with what the services stored. */
export async function confirm(
  keyring: Keyring,
  installation: Awaited<ReturnType<typeof memoryInstallation>>,
  stored: StoredSet,
) {
  await keyring.confirm(
    await shareFor(installation, stored, stored.device),
    await shareFor(installation, stored, stored.recovery),
    await sealFor(installation, stored.vault),
  );
}

/** The user's approval of a request at a given time. */
export async function approved(
  request: SigningRequest,
  at: number,
  change: Partial<Approval> = {},
): Promise<Approval> {
  const digest = await digestOf(request);
  return {
    id: request.id,
    digest,
    origin: ORIGIN,
    surface: 'frame',
    armedAt: at - 900,
    decidedAt: at,
    ...change,
  };
}
