import { formatEther } from 'viem';
import { describeCall } from './describeCall.js';
import { describeTransaction } from './describeTransaction.js';
import { Facts } from './Facts.js';
import { readableBytes } from './readableBytes.js';
import type { TypedData } from './readRequest.js';
import type { PendingRequest } from './WalletState.js';

interface RequestBodyProps {
  readonly pending: PendingRequest;
  readonly accountName: string;
  /** Undefined if not known yet, or if nothing is sent. */
  readonly fee: string | undefined;
}

/** What would be signed or sent, in readable form. */
export function RequestBody({ pending: { read, network }, accountName, fee }: RequestBodyProps) {
  const common = [
    ['Account', accountName],
    ['Network', network.name],
  ] as const;
  switch (read.kind) {
    case 'message':
    case 'solanaMessage':
      return (
        <>
          <Facts facts={common} />
          <Code label="Message" text={readableBytes(read.bytes)} />
        </>
      );
    case 'typedData':
      return <TypedDataBody data={read.data} common={common} />;
    case 'transaction':
      return (
        <>
          <p className="amount">
            −{formatEther(read.value)} {network.nativeCurrency.symbol}
          </p>
          <Facts
            facts={[
              ...common,
              ['To', <code key="to">{read.to ?? 'A new contract'}</code>],
              ['Data', <code key="data">{describeCall(read.data)}</code>],
              ['Network fee', fee ?? 'Asking the network'],
            ]}
          />
        </>
      );
    case 'solanaTransactions':
      return (
        <>
          <Facts
            facts={[
              ...common,
              ['Network fee', read.act === 'send' ? (fee ?? 'Asking the network') : undefined],
            ]}
          />
          {read.wires.map(wire => (
            <Instructions key={wire.join()} wire={wire} />
          ))}
        </>
      );
  }
}

interface TypedDataBodyProps {
  readonly data: TypedData;
  readonly common: readonly (readonly [string, string])[];
}

function TypedDataBody({ data: { domain, primaryType, message }, common }: TypedDataBodyProps) {
  const said = (value: unknown) => (value === undefined ? undefined : `${value}`);
  return (
    <>
      <Facts
        facts={[
          ...common,
          ['For', said(domain.name)],
          ['Contract', said(domain.verifyingContract)],
          ['Kind', primaryType],
        ]}
      />
      <Code label="Data" text={JSON.stringify(message, null, 2)} />
    </>
  );
}

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className="code">
      <figcaption>{label}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}

function Instructions({ wire }: { readonly wire: Uint8Array }) {
  const described = describeTransaction(wire);
  if (!described)
    return <p className="small">A transaction that cannot be read here: {wire.length} bytes.</p>;
  const steps = described.instructions.map((text, index) => [`Step ${index + 1}`, text] as const);
  return <Facts facts={[['Fee payer', <code key="payer">{described.feePayer}</code>], ...steps]} />;
}
