import { createLatchkit, isError, switchNetwork } from 'latchkit';
import { evm } from 'latchkit/evm';
import { base, mainnet } from 'latchkit/networks';
import {
  LatchkitProvider,
  useAccount,
  useConnect,
  useLatchkit,
  useSession,
  useSwitchNetwork,
} from 'latchkit/react';

/*
 * A host that registers its instance, compiled against the built package. It is a separate project because a registration
 * applies to the whole program. Each `@ts-expect-error` fails `npm run check` when the line below it compiles.
 */

const kit = createLatchkit({ networks: [mainnet, base], adapters: [evm()] });

declare module 'latchkit' {
  interface Register {
    kit: typeof kit;
  }
}

/** Compiles only if `value` is assignable to `T`. */
function is<T>(value: T): T {
  return value;
}

export function App() {
  return (
    <LatchkitProvider kit={kit}>
      <Page />
    </LatchkitProvider>
  );
}

function Page() {
  const { address, isConnected, status } = useAccount();
  if (isConnected) is<`0x${string}`>(address);
  if (status === 'connected') is<`0x${string}`>(address);
  // @ts-expect-error the address may be missing
  is<string>(address);

  const { switchNetwork: change } = useSwitchNetwork();
  void change({ chainId: 'eip155:8453' });
  // @ts-expect-error not one of the instance's networks
  void change({ chainId: 'eip155:999999' });
  const registered = useLatchkit();
  // @ts-expect-error not one of the instance's networks
  void switchNetwork(registered, { chainId: 'eip155:999999' });

  const { session, status: signIn } = useSession();
  if (signIn === 'signed-in') is<string | undefined>(session.token);

  const { error, isPending, status: attempt, data } = useConnect();
  if (attempt === 'error') is<string>(error.code);
  if (isPending) is<'pending'>(attempt);
  if (attempt === 'success') is<object | undefined>(data ?? undefined);
  return <p>{error && isError(error, 'CONNECTION_REJECTED') ? error.message : address}</p>;
}
