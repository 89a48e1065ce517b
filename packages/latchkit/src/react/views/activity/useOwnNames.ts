import { useEffect, useState } from 'react';
import { fetchNames, type NamespaceState } from '../../../core/index.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { OwnNames } from './describeActivity.js';

const NONE: OwnNames = new Map();

/** The registered names of the embedded wallet's accounts; empty until they are read, and for other wallets, which have none. */
export function useOwnNames(chain: NamespaceState | undefined): OwnNames {
  const { kit } = useModal();
  const [names, setNames] = useState(NONE);
  const accounts = chain?.account.embeddedWalletInfo ? chain.account.allAccounts : [];
  const addresses = accounts
    .filter(({ namespace }) => namespace === 'eip155')
    .map(({ address }) => address)
    .join();
  useEffect(() => {
    if (addresses === '') return;
    let live = true;
    const read = async (address: string): Promise<readonly (readonly [string, string])[]> => {
      const found = await fetchNames(kit, address).catch(() => undefined);
      const [name] = found?.names ?? [];
      return name === undefined ? [] : [[address.toLowerCase(), name]];
    };
    void Promise.all(addresses.split(',').map(read)).then(found => live && setNames(new Map(found.flat())));
    return () => {
      live = false;
    };
  }, [kit, addresses]);
  return addresses === '' ? NONE : names;
}
