import type { Mail } from '../../src/platform/ports/Mailer.js';
import { DEVELOPMENT_PROJECT_ID } from '../../src/project/projects/developmentProject.js';
import type { RunningServer } from '../../src/server/startServer.js';
import { type WalletFrame, walletFrame } from './walletFrame.js';

/** A page that may embed the wallet of a development gateway. */
const PAGE = { project: DEVELOPMENT_PROJECT_ID, origin: 'http://localhost:5173' };

/** Registers a new installation at running servers; reads emails from the development inbox. */
export async function runningFrame({
  url,
  frameUrl = '',
  vaultUrl = '',
}: RunningServer): Promise<WalletFrame> {
  let mails: readonly Mail[] = [];
  const fetchAll: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    mails = await (await fetch(`${url}/dev/inbox`)).json();
    return answer;
  };
  const servers = { frameUrl, vaultUrl, fetch: fetchAll };
  const frame = await walletFrame(servers, PAGE, to => mails.filter(mail => mail.to === to));
  await frame.register();
  return frame;
}
