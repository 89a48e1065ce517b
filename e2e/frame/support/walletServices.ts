import path from 'node:path';
import { openListener } from '../../../packages/gateway/src/platform/http/openListener.js';
import { framePages } from '../../../packages/gateway/src/wallet/service/pages/framePages.js';
import { type WalletSuite, walletSuite } from '../../../packages/gateway/test/wallet/walletSuite.js';

const directory = path.join(import.meta.dirname, '../../../apps/frame/dist');
const host = '127.0.0.1';

/** The wallet service and the vault with the built wallet page, each on its own site on this machine. */
export interface ServedWallet {
  /** URL of the wallet service. */
  readonly url: string;
  readonly vaultUrl: string;
  readonly suite: WalletSuite;
  /** Policy violations that browsers reported for the wallet page. */
  readonly blocked: readonly unknown[];
  stop(): Promise<void>;
}

/**
 * Starts both services in this process, so that they share its clock.
 *
 * @param chain - URL of the chain 31337.
 * @param newDevice - What a login on a new installation requires.
 */
export async function serveWallet(chain: string, newDevice: 'link' | 'code' = 'link'): Promise<ServedWallet> {
  const listen = (variable: string) => openListener({ port: 0, host, variable });
  const [frame, vault] = [await listen('LATCHKIT_FRAME_PORT'), await listen('LATCHKIT_VAULT_PORT')];
  const frameUrl = `http://wallet.localhost:${frame.port}`;
  const vaultUrl = `http://vault.localhost:${vault.port}`;
  const blocked: unknown[] = [];
  const suite = await walletSuite({
    ...{ newDevice, frameUrl, vaultUrl, upstreams: { 'eip155:31337': [chain] } },
    pages: access =>
      framePages({
        ...{ directory, access, vaultUrl, developmentMode: true },
        log: (_, ...record) => blocked.push(record),
      }),
  });
  const { services } = suite;
  if (!services.frame || !services.vault) throw new Error('A service is missing.');
  frame.serve(services.frame.fetch);
  vault.serve(services.vault.fetch);
  return {
    ...{ url: frameUrl, vaultUrl, suite, blocked },
    async stop() {
      services.endWaits();
      await Promise.all([frame.close(), vault.close()]);
      await suite.close();
    },
  };
}
