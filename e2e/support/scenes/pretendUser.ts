import type { DemoPage } from '../DemoPage.js';
import { openAccount } from './openAccount.js';

/** An email address of typical length. */
export const EMAIL = 'mira@example.com';

/** Connects the demo wallet, and presents its account as that of a user who logged in by email, or with X and without an address. */
export async function pretendUser(
  demo: DemoPage,
  look: string,
  provider: 'email' | 'x' = 'email',
): Promise<void> {
  await openAccount(demo, look);
  const isEmail = provider === 'email';
  const login = {
    authProvider: provider,
    email: isEmail ? EMAIL : undefined,
    userName: isEmail ? undefined : 'Mira',
  };
  await demo.page.evaluate(told => {
    window.demo.kit.kernel.set(({ namespaces, connectors }) => {
      const { eip155 } = namespaces;
      if (!eip155?.account.isConnected || eip155.connection.status !== 'connected') return {};
      const { connection, account } = eip155;
      const user = {
        address: connection.accounts[0],
        chainId: 31337,
        ...told,
        accounts: [],
        preferredAccountType: 'eoa' as const,
        smartAccountDeployed: false,
      };
      const embeddedWalletInfo = {
        user,
        authProvider: told.authProvider,
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
            auth: { name: told.authProvider, username: told.email ?? told.userName ?? '' },
          },
        ],
      };
    });
  }, login);
}
