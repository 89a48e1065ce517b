import { BaseError, isError } from '../../protocol/BaseError.js';
import {
  readProjectConfigCall,
  type readProjectConfigRequest,
} from '../../protocol/calls/project/projects.js';
import { allowsOrigin } from '../../protocol/frame/allowsOrigin.js';
import { isRecord } from '../adapter/untrusted.js';
import { startAnalytics } from '../analytics/startAnalytics.js';
import { raiseAlert } from '../kernel/alerts.js';
import { callGateway } from '../kernel/callGateway.js';
import { projectRelays } from '../kernel/projectRelays.js';
import { overriddenFeatures, resolveFeatures } from '../kernel/resolveFeatures.js';
import type { Latchkit } from '../Latchkit.js';
import type { Features } from '../LatchkitOptions.js';
import { fetchAllowedOrigins } from './fetchAllowedOrigins.js';

/**
 * Loads the project's configuration and allowed origins at the first intent, and starts analytics. Never rejects: without a
 * response the local settings stay.
 *
 * @param apply - Applies the resolved features.
 */
export async function loadProject(kit: Latchkit, apply: (features: Features) => void): Promise<void> {
  await Promise.all([startAnalytics(kit), loadSettings(kit, apply)]);
}

async function loadSettings(kit: Latchkit, apply: (features: Features) => void): Promise<void> {
  await loadFeatures(kit, apply);
  const { email, socials } = kit.store.getState().features;
  if (email || socials) await checkOrigin(kit);
}

async function loadFeatures(kit: Latchkit, apply: (features: Features) => void): Promise<void> {
  const answer = await callGateway<typeof readProjectConfigRequest>(kit, readProjectConfigCall, {
    readRefusal: readProjectRefusal,
  }).catch((error: unknown) => withoutProject(kit, error, apply));
  projectRelays.get(kit)?.(answer?.relays ?? []);
  const remote = answer?.features;
  if (!remote) return;
  const overridden = overriddenFeatures(kit.options.features, remote);
  if (overridden.length > 0) {
    raiseAlert(
      kit,
      'LOCAL_CONFIGURATION_IGNORED',
      `The project's remote configuration decides: ${overridden.join(', ')}.`,
    );
  }
  apply(resolveFeatures(kit.options, remote, answer.providers));
}

/** The gateway's refusal of the project, which no later attempt changes. */
function readProjectRefusal(answer: unknown): BaseError | undefined {
  const code = isRecord(answer) && isRecord(answer.error) ? answer.error.code : undefined;
  return REFUSALS.find(known => known === code)
    ? new BaseError('PROJECT_NOT_FOUND', 'The gateway has no such project')
    : undefined;
}

/** The codes for an unknown id and for a malformed one. */
const REFUSALS: readonly unknown[] = ['PROJECT_NOT_FOUND', 'INVALID_QUERY'];

/** Says at once why there are no settings. What no later attempt changes is not offered; a gateway that is away may come back. */
function withoutProject(kit: Latchkit, error: unknown, apply: (features: Features) => void): undefined {
  const { options, kernel } = kit;
  if (kernel.signal.aborted || !options.gateway || !options.projectId) return;
  if (isError(error) && error.code === 'PROJECT_NOT_FOUND') {
    raiseAlert(
      kit,
      'PROJECT_NOT_FOUND',
      `The gateway ${options.gateway} has no project '${options.projectId}'. ` +
        'List its projects with `latchkit-gateway project list`, and pass the id as projectId.',
    );
    apply({ ...resolveFeatures(options), email: false, socials: false });
  }
  if (isError(error, 'REQUEST_FAILED') || isError(error, 'REQUEST_TIMEOUT')) {
    raiseAlert(
      kit,
      'GATEWAY_UNREACHABLE',
      `The gateway ${options.gateway} did not answer. Check that it runs, and that the page's CSP allows it in connect-src.`,
    );
  }
}

async function checkOrigin(kit: Latchkit): Promise<void> {
  try {
    const origins = await fetchAllowedOrigins(kit);
    if (origins.length === 0 || allowsOrigin(origins, location.origin)) return;
    raiseAlert(
      kit,
      'INVALID_APP_CONFIGURATION',
      `The origin ${location.origin} is not on the project's allowlist. Add it at your gateway.`,
    );
  } catch (error) {
    if (isError(error, 'RATE_LIMITED')) raiseAlert(kit, 'RATE_LIMITED');
    if (isError(error, 'SERVER_ERROR')) raiseAlert(kit, 'SERVER_ERROR');
  }
}
