import { isError } from '../../protocol/BaseError.js';
import {
  readProjectConfigCall,
  type readProjectConfigRequest,
} from '../../protocol/calls/project/projects.js';
import { allowsOrigin } from '../../protocol/frame/allowsOrigin.js';
import { startAnalytics } from '../analytics/startAnalytics.js';
import { raiseAlert } from '../kernel/alerts.js';
import { callGateway } from '../kernel/callGateway.js';
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
  const answer = await callGateway<typeof readProjectConfigRequest>(kit, readProjectConfigCall, {}).catch(
    () => undefined,
  );
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
