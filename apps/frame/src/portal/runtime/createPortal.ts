import {
  type HttpRequest,
  type LoginProvider,
  type PortalPageConfig,
  portalPageConfig,
} from 'latchkit/protocol';
import { createOwnAccount, type OwnAccountOptions } from '../../account/createOwnAccount.js';
import type { ServiceCallInput } from '../../services/createServiceClient.js';
import { createPasswordQuestion } from './createPasswordQuestion.js';
import { takeLeftFor, writeLeftFor } from './leftFor.js';
import type { Portal, ProviderResult } from './Portal.js';

/** The portal's only page: its fragment names the view. */
const PAGE = '/me';

/** Query parameter with the result of a login at a provider's page. */
const RESULT = 'result_uri';

/**
 * Creates the portal's account in the wallet service's own storage partition, which the wallet window shares.
 *
 * @throws the error of an invalid page configuration.
 */
export async function createPortal(
  self: Window,
  { openPartition, openWorker }: Pick<OwnAccountOptions, 'openPartition' | 'openWorker'>,
): Promise<Portal> {
  const { vault, providers } = readConfig(self.document);
  const result = takeFromUrl(self);
  const listeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of listeners) listener();
  };
  const question = createPasswordQuestion(onChange);
  const { account, parts } = await createOwnAccount(self, {
    ...{ openPartition, openWorker, vault, onChange, askPassword: question.ask },
  });
  const { walletService, authState } = parts;
  const { origin } = self.location;
  let waiting = result;
  let isLeaving = false;
  return {
    call: <Called extends HttpRequest>(
      call: Called['call'],
      input: Omit<ServiceCallInput<Called>, 'access'>,
    ) =>
      account.withAccess(access =>
        walletService.call<Called>(call, { ...input, access } as unknown as ServiceCallInput<Called>),
      ),
    ...{ account, walletService, origin, providers: providers satisfies readonly LoginProvider[] },
    hadWallet: () => authState.keyring().hasDeviceShare(),
    askedPassword: question.asked,
    async leaveFor(purpose, provider, locale) {
      const { uri } = await account.startSocial(provider, { returnTo: `${origin}${PAGE}`, locale });
      writeLeftFor(purpose);
      self.location.assign(uri);
    },
    takeResult() {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
    isLeaving: () => isLeaving,
    async leave(work) {
      isLeaving = true;
      onChange();
      try {
        await work();
        self.location.replace(PAGE);
      } catch (error) {
        isLeaving = false;
        onChange();
        throw error;
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readConfig(page: Document): PortalPageConfig {
  const content = page.querySelector('meta[name="latchkit-portal"]')?.getAttribute('content') ?? '';
  return portalPageConfig.parse(JSON.parse(content));
}

/** Removes the result from the URL, so that neither a reload nor the history has it. A login to add comes back to the logins. */
function takeFromUrl({ location, history }: Window): ProviderResult | undefined {
  const url = new URL(location.href);
  const uri = url.searchParams.get(RESULT);
  if (uri === null) return undefined;
  const purpose = takeLeftFor();
  url.searchParams.delete(RESULT);
  url.hash = purpose === 'link' ? 'logins' : '';
  history.replaceState(null, '', url);
  return { uri, purpose };
}
