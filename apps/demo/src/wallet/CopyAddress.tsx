import { useEffect, useState } from 'react';
import { shortAddress } from './shortAddress.js';

/** Milliseconds for which a row says that it was copied. */
const SAID = 2_000;

/** A row with an address; pressing it copies the full address. */
export function CopyAddress({ kind, address }: { readonly kind: string; readonly address: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button type="button" className="row" onClick={() => void copy()}>
      <span className="row-main">{kind} address</span>
      <code>{shortAddress(address)}</code>
      <span className="row-act" role="status">
        {isCopied ? 'Copied' : 'Copy'}
      </span>
    </button>
  );
}
