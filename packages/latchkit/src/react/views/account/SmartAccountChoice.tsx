import { useId, useMemo, useState } from 'react';
import { setPreferredAccount, shortenAddress } from '../../../core/index.js';
import {
  type AccountChoice,
  accountChoice,
  isOfferAnswered,
  showToast,
  writeOfferAnswered,
} from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** The visitor's choice between the embedded wallet's two EVM accounts, and how to make it. */
export function useAccountChoice() {
  const { kit, text } = useModal();
  const { activeNamespace, namespaces, embeddedWallet } = useKitState(state => state);
  const choice = useMemo(
    () => accountChoice({ activeNamespace, namespaces, embeddedWallet }),
    [activeNamespace, namespaces, embeddedWallet],
  );
  const own = namespaces[activeNamespace]?.account.address ?? '';
  const [answered, setAnswered] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isOffered =
    choice?.type === 'smartAccount' && answered !== own && !isOfferAnswered(kit.kernel.storage, own);
  const answer = (eoa: string) => {
    writeOfferAnswered(kit.kernel.storage, eoa);
    setAnswered(eoa);
  };
  const change = async ({ type, other }: Extract<AccountChoice, { type: string }>) => {
    setBusy(true);
    try {
      const { address } = await setPreferredAccount(kit, { type });
      // A visitor who has switched needs no offer.
      answer(type === 'eoa' ? other.address : own);
      showToast(kit, {
        tone: 'success',
        text: 'account.switched',
        slots: { account: shortenAddress(address) },
      });
    } catch {
      showToast(kit, { tone: 'danger', text: 'account.switchFailed' });
    } finally {
      setBusy(false);
    }
  };
  return { text, choice, isOffered, refuse: () => answer(own), isBusy, change };
}

type Choosing = ReturnType<typeof useAccountChoice>;

/** Offers the smart account to a visitor whose wallet is older than smart accounts, until it is answered. */
export function SmartAccountOffer({ choosing }: { choosing: Choosing }) {
  const { text, choice, isOffered, refuse, isBusy, change } = choosing;
  const id = useId();
  if (!isOffered || !choice?.other) return null;
  return (
    <section className="lk-card lk-offer" aria-labelledby={id}>
      <strong id={id}>{text.t('account.smartOfferTitle')}</strong>
      <p>{text.t('account.smartOffer')}</p>
      <div className="lk-offer-acts">
        <Button variant="secondary" size="md" onClick={refuse}>
          {text.t('account.notNow')}
        </Button>
        <Button size="md" busy={isBusy} onClick={() => void change(choice)}>
          {text.t('account.smartSwitch')}
        </Button>
      </div>
    </section>
  );
}

/** Switches to the other account, or says why the smart account is not in use here. */
export function AccountChoiceRow({ choosing }: { choosing: Choosing }) {
  const { text, choice, isOffered, isBusy, change } = choosing;
  if (!choice || isOffered) return null;
  if (!choice.other)
    return (
      <li>
        <div className="lk-row" data-static="">
          <Glyph />
          <span className="lk-row-text">
            <span className="lk-row-title">{text.t('account.second')}</span>
            <span className="lk-row-sub">{text.t('account.secondText')}</span>
          </span>
        </div>
      </li>
    );
  return (
    <>
      <ListItem
        leading={<Glyph />}
        title={text.t(choice.type === 'smartAccount' ? 'account.useSmart' : 'account.useSecond')}
        sub={shortenAddress(choice.other.address)}
        busy={isBusy}
        returnKey="account-type"
        onClick={() => void change(choice)}
      />
      <li className="lk-row-note">{text.t('account.bothYours')}</li>
    </>
  );
}

function Glyph() {
  return (
    <span className="lk-glyph">
      <Icon name="swap" />
    </span>
  );
}
