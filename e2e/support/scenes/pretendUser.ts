import type { DemoPage } from '../DemoPage.js';
import { openAccount } from './openAccount.js';

/** An email address of typical length. */
export const EMAIL = 'mira@example.com';

/** Connects the demo wallet, and presents its account as that of a user who logged in by email. */
export async function pretendUser(demo: DemoPage, look: string): Promise<void> {
  await openAccount(demo, look);
  await demo.page.evaluate(email => {
    window.demo.kit.kernel.set(({ namespaces, connectors }) => {
      const { eip155 } = namespaces;
      if (!eip155?.account.isConnected || eip155.connection.status !== 'connected') return {};
      const { connection, account } = eip155;
      const user = {
        address: connection.accounts[0],
        chainId: 31337,
        email,
        accounts: [],
        preferredAccountType: 'eoa' as const,
        smartAccountDeployed: false,
      };
      const embeddedWalletInfo = {
        user,
        authProvider: 'email',
        accountType: 'eoa' as const,
        isSmartAccountDeployed: false,
      };
      const auth = { id: 'AUTH', name: 'Email', type: 'AUTH', chain: 'eip155', chains: [] } as const;
      return {
        connectors: [...connectors.filter(({ id }) => id !== 'AUTH'), auth],
        namespaces: {
          ...namespaces,
          eip155: {
            ...eip155,
            connection: { ...connection, connectorId: 'AUTH' },
            account: { ...account, embeddedWalletInfo },
          },
        },
        connections: [
          {
            namespace: 'eip155',
            connectorId: 'AUTH',
            accounts: connection.accounts.map(address => ({ address })),
            caipNetwork: eip155.network,
            auth: { name: 'email', username: email },
          },
        ],
      };
    });
  }, EMAIL);
}
