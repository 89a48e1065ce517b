import { type AccountSession, accountSessionsAnswer } from '../../protocol/gateway/sessions.js';
import { askGateway } from '../kernel/askGateway.js';
import type { Latchkit } from '../Latchkit.js';

/** Fetches the sessions of an account from the gateway. @param token - Token of one of the sessions, if there is one. */
export async function loadSmartSessions(
  { options, kernel }: Latchkit,
  id: string,
  token: string | undefined,
): Promise<readonly AccountSession[]> {
  const { gateway, projectId } = options;
  const access = { gateway, projectId, signal: kernel.signal };
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const request = { method: 'GET', ...(token === undefined ? {} : { token }) } as const;
  return (await askGateway(access, accountSessionsAnswer, path, request)).data;
}
