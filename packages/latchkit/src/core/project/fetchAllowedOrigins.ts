import { isError } from '../../protocol/BaseError.js';
import {
  readAllowedOriginsCall,
  type readAllowedOriginsRequest,
} from '../../protocol/calls/project/projects.js';
import { createError } from '../../protocol/errors.js';
import { callGateway } from '../kernel/callGateway.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The origins that the project allows; an empty list allows every origin. Apart from `loadProject`, because the embedded wallet
 * imports it statically: that module would no longer be a chunk's entry.
 *
 * @throws RATE_LIMITED on 429, SERVER_ERROR on 500 to 599; any other failure returns an empty list.
 */
export async function fetchAllowedOrigins(kit: Latchkit): Promise<readonly string[]> {
  try {
    const { allowedOrigins } = await callGateway<typeof readAllowedOriginsRequest>(
      kit,
      readAllowedOriginsCall,
      {},
    );
    return allowedOrigins;
  } catch (cause) {
    const status = isError(cause, 'SERVICE_ERROR') ? Number(cause.context.status) : 0;
    if (status === 429) throw createError('RATE_LIMITED', { cause });
    if (status >= 500 && status <= 599) throw createError('SERVER_ERROR', { cause });
    return [];
  }
}
