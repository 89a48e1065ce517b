import { AUTH_ID } from '../../core/adapter/Connector.js';
import { adoptSession } from '../../core/connection/adoptSession.js';
import { connect } from '../../core/connection/connect.js';
import { authNamespaces } from '../../core/embeddedWallet/offeredLogins.js';
import type { Latchkit } from '../../core/Latchkit.js';
import { closeModal } from '../../core/modal/closeModal.js';
import { currentView } from '../../core/modal/modalState.js';
import { replaceView } from '../../core/modal/navigate.js';
import type { ViewName } from '../../core/modal/View.js';

const LOGIN_VIEWS: readonly ViewName[] = [
  'EmailLogin',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'ConnectingSocial',
  'ConnectingFarcaster',
];

/**
 * Connects the user whom the wallet page has signed in, in the requested namespace and in the other one. If the modal
 * shows the login, it closes.
 *
 * @throws what `connect` throws.
 */
export async function connectSignedInUser(kit: Latchkit): Promise<void> {
  const namespaces = authNamespaces(kit);
  const { activeNamespace, modal } = kit.store.getState();
  const asked = modal.views.flatMap(view => (view.name === 'Connect' && view.namespace) || []);
  const wanted = [...asked.reverse(), activeNamespace].find(one => namespaces.includes(one)) ?? namespaces[0];
  await connect(kit, { connectorId: AUTH_ID, ...(wanted && { namespace: wanted }) });
  leaveLogin(kit);
  await adoptSession(kit, AUTH_ID, namespaces);
}

/** Closes the login view once it is known whether sign-in follows, which then replaces it. */
function leaveLogin(kit: Latchkit): void {
  const look = () => {
    const { modal, signIn } = kit.store.getState();
    if (signIn.checking.length > 0) return;
    unsubscribe();
    if (!modal.open || !LOGIN_VIEWS.includes(currentView(modal).name)) return;
    if (kit.options.modal?.mode === 'inline') replaceView(kit, { name: 'Account' });
    else closeModal(kit, { force: true });
  };
  const unsubscribe = kit.store.subscribe(look);
  kit.kernel.signal.addEventListener('abort', unsubscribe, { once: true });
  look();
}
