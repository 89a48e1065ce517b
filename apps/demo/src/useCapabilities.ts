import { getCapabilities } from 'latchkit';
import { useAccount, useLatchkit } from 'latchkit/react';
import { useEffect, useState } from 'react';

/** What the connected wallet can do by chain (EIP-5792). Undefined without a wallet, or if it does not tell. */
export function useCapabilities(): Readonly<Record<string, unknown>> | undefined {
  const kit = useLatchkit();
  const { caipAddress } = useAccount();
  const [capabilities, setCapabilities] = useState<Readonly<Record<string, unknown>>>();
  useEffect(() => {
    setCapabilities(undefined);
    if (!caipAddress) return;
    let isCurrent = true;
    const show = (found?: Readonly<Record<string, unknown>>) => isCurrent && setCapabilities(found);
    // Wallets without EIP-5792 refuse the method.
    getCapabilities(kit).then(show, () => show());
    return () => {
      isCurrent = false;
    };
  }, [kit, caipAddress]);
  return capabilities;
}
