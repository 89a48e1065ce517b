import type { PeerCall } from '../session/createSignCore.js';
import { isSessionNamespaces } from '../session/Namespaces.js';
import { approvedChains, fulfils, namespaceOfChain } from '../session/namespaceReads.js';
import { currentChainId, withCurrentIds } from '../session/olderChainIds.js';
import { REASONS } from '../session/Reason.js';
import { publicSession } from '../session/Session.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { guards } from '../wire/guards.js';
import type { DappContext } from './DappContext.js';

const { anything, integer, shape, text } = guards;

const isUpdate = shape({ namespaces: isSessionNamespaces });
const isExtension = shape({}, { expiry: integer });
const isEvent = shape({ event: shape({ name: text(128) }, { data: anything }), chainId: text(72) });

/** Handlers for changes that a wallet makes to an existing session. */
export const onSessionChange = {
  update({ core }: DappContext, call: PeerCall): void {
    const { topic, id, params } = call;
    const session = core.sessions.all().find(one => one.topic === topic);
    if (!session) return;
    const namespaces = isUpdate(params) ? withCurrentIds(params.namespaces) : {};
    const valid = isUpdate(params) && Object.keys(namespaces).length > 0;
    if (!valid || !fulfils(namespaces, session.requiredNamespaces)) {
      core.refuse('wc_sessionUpdate', call, REASONS.invalidUpdate);
      return;
    }
    core.accept('wc_sessionUpdate', call);
    // A relay may deliver an older update later.
    if (id < session.updateId) return;
    const approvedIds = approvedChains(params.namespaces);
    const changed = core.sessions.change(topic, { namespaces, approvedIds, updateId: id });
    if (changed) core.events.emit('session_update', { session: publicSession(changed) });
  },

  extend({ core }: DappContext, call: PeerCall): void {
    const longest = Math.floor(Date.now() / 1_000) + walletConnectTimes.sevenDays;
    const asked = isExtension(call.params) ? (call.params.expiry ?? longest) : longest;
    const session = core.sessions.all().find(one => one.topic === call.topic);
    if (!session) return;
    core.accept('wc_sessionExtend', call);
    const expiry = Math.max(session.expiry, Math.min(asked, longest));
    const changed = core.sessions.change(call.topic, { expiry });
    if (changed) core.events.emit('session_extend', { session: publicSession(changed) });
  },

  event({ core }: DappContext, call: PeerCall): void {
    const session = core.sessions.all().find(one => one.topic === call.topic);
    const { params } = call;
    if (!session || !isEvent(params)) return;
    core.accept('wc_sessionEvent', call);
    const { event } = params;
    const chainId = currentChainId(params.chainId);
    // Ignore events for chains that the wallet did not approve.
    const known = approvedChains(session.namespaces).includes(chainId);
    if (!known || !namespaceOfChain(session.namespaces, chainId)?.events.includes(event.name)) return;
    const { name, data } = event;
    core.events.emit('session_event', { session: publicSession(session), chainId, event: { name, data } });
  },
} as const;
