import { useId, useRef, useState } from 'react';
import { type CaipNetwork, type SendState, shortenAddress } from '../../../core/index.js';
import { setSendReceiver } from '../../../internal/index.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Icon } from '../../primitives/Icon.js';
import { IconButton } from '../../primitives/IconButton.js';
import { liveRegion } from '../../primitives/liveRegion.js';
import { Spinner } from '../../primitives/Spinner.js';
import type { Text } from '../../runtime/createText.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { whyFailed } from '../../runtime/useOffline.js';
import { useStyles } from '../../runtime/useStyles.js';
import { fieldCss } from '../../theme/field.css.gen.js';

export interface ReceiverFieldProps {
  network: CaipNetwork;
  /** Whether the address has a typo, according to its checksum. */
  typo: boolean;
}

/** The receiver: an address, or a name that is resolved. */
export function ReceiverField({ network, typo }: ReceiverFieldProps) {
  const { kit, text } = useModal();
  const send = useKitState(state => state.send);
  useStyles(fieldCss);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const names = network.chainNamespace === 'eip155';
  const isInvalid = send.receiverStatus === 'invalid' || typo;
  const [isEdited, setEdited] = useState(false);
  // The field is narrower than an address: at rest it shows both ends, and while it is edited the note has the whole.
  const isShort = !isEdited && !typo && send.receiver.trim() === send.receiverAddress;
  const note = receiverNote(text, send, {
    network,
    typo,
    names,
    isShort,
    gateway: Boolean(kit.options.gateway),
  });
  const clear = () => {
    setSendReceiver(kit, '');
    input.current?.focus();
  };
  return (
    <div className="lk-field" data-float="" data-invalid={isInvalid ? '' : undefined}>
      <div className="lk-field-box">
        {send.receiverAddress && !typo && (
          <Avatar address={send.receiverAddress} url={send.receiverProfileImageUrl} size={24} />
        )}
        <div className="lk-field-stack">
          <input
            ref={input}
            id={id}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="auto"
            placeholder={text.t(names ? 'send.toNameOrAddress' : 'send.toAddress')}
            value={isShort ? shortenAddress(send.receiver.trim()) : send.receiver}
            aria-invalid={isInvalid || undefined}
            aria-describedby={`${id}-note`}
            onFocus={() => setEdited(true)}
            onBlur={() => setEdited(false)}
            onChange={event => setSendReceiver(kit, event.currentTarget.value)}
          />
          <label htmlFor={id}>{text.t('send.to')}</label>
        </div>
        {send.receiverStatus === 'checking' && <Spinner />}
        {send.receiver !== '' && (
          <IconButton
            icon="close"
            size="sm"
            align="end"
            label={text.t('send.clearReceiver')}
            onClick={clear}
          />
        )}
      </div>
      <p
        className="lk-field-note"
        id={`${id}-note`}
        data-tone={note?.tone}
        {...liveRegion(note !== undefined)}
      >
        {note && (
          <>
            {note.tone !== 'neutral' && <Icon name={note.tone === 'danger' ? 'alert' : 'done'} size="sm" />}
            {note.whole ? (
              <>
                <span className="lk-sr">{note.text}</span>
                <span aria-hidden="true">{note.whole}</span>
              </>
            ) : (
              <span>{note.text}</span>
            )}
          </>
        )}
      </p>
    </div>
  );
}

interface Surroundings extends ReceiverFieldProps {
  names: boolean;
  gateway: boolean;
  /** The field shows the address itself in its short form. */
  isShort: boolean;
}

interface ReceiverNote {
  tone: 'success' | 'danger' | 'neutral';
  text: string;
  /** The whole address, shown instead of a sentence that reads its short form: 40 digits are no help to those who listen. */
  whole?: string;
}

function receiverNote(
  text: Text,
  { receiver, receiverStatus, receiverAddress, receiverError }: SendState,
  { network, typo, names, gateway, isShort }: Surroundings,
): ReceiverNote | undefined {
  if (typo) return { tone: 'danger', text: text.t('send.checksum') };
  if (receiverStatus === 'checking') return { tone: 'neutral', text: text.t('send.checking') };
  if (receiverStatus === 'ready' && receiverAddress) {
    if (isShort) return undefined;
    const address = shortenAddress(receiverAddress);
    if (receiver.trim() === receiverAddress)
      return { tone: 'neutral', text: text.t('send.receiver', { address }), whole: receiverAddress };
    return { tone: 'success', text: text.t('send.resolved', { address }) };
  }
  if (receiverStatus !== 'invalid') return undefined;
  if (receiverError) {
    // Prefer the service's own message, if there is one.
    const own = receiverError.message;
    const isPlain = own === 'Error resolving name';
    return { tone: 'danger', text: isPlain ? text.t(whyFailed('send.nameFailed')) : own };
  }
  const slots = { network: network.name };
  if (!names) return { tone: 'danger', text: text.t('send.unknownAddress', slots) };
  const isNameLike = receiver.includes('.');
  if (isNameLike && !gateway) return { tone: 'danger', text: text.t('send.nameNeedsGateway') };
  return { tone: 'danger', text: text.t('send.unknownReceiver', slots) };
}
