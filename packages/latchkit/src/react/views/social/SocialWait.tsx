import { type ReactNode, useEffect, useState } from 'react';
import type { SocialLoginState } from '../../../core/index.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import { useModal } from '../../runtime/ModalContext.js';
import { timeAt } from '../../runtime/timeAt.js';

interface SocialWaitProps {
  readonly login: SocialLoginState;
  readonly opensAt: number;
  readonly mark: ReactNode;
  readonly slots: Readonly<Record<'provider', string>>;
  readonly onStart: () => void;
}

/** A login whose wallet makes new browsers wait, or is frozen: it says until when, and then lets the visitor log in again. */
export function SocialWait({ login, opensAt, mark, slots, onStart }: SocialWaitProps) {
  const { text } = useModal();
  const isOver = useIsOver(opensAt);
  const isFrozen = login.error?.code === 'FROZEN';
  const heading = isOver
    ? 'social.waitedHeading'
    : isFrozen
      ? 'social.frozenHeading'
      : 'social.tooNewHeading';
  const says = isOver ? 'social.waitedText' : isFrozen ? 'social.frozenText' : 'social.tooNewText';
  return (
    <>
      <Hero
        live
        title={text.t(heading)}
        text={text.t(says, { ...slots, time: timeAt(text, opensAt) })}
        mark={<Ring state="warn">{mark}</Ring>}
      />
      <div className="lk-actions">
        {isOver ? (
          <Button onClick={onStart}>{text.t('social.continue', slots)}</Button>
        ) : (
          <Button variant="quiet" size="md" onClick={onStart}>
            {text.t('action.tryAgain')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The longest delay of a timer in browsers, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Whether a moment has passed. */
function useIsOver(at: number): boolean {
  const [isOver, setIsOver] = useState(at <= Date.now());
  useEffect(() => {
    const look = () => setIsOver(at <= Date.now());
    look();
    const timer = setTimeout(look, Math.min(Math.max(0, at - Date.now()), LONGEST));
    // In the background of a sleeping device timers hardly run.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return isOver;
}
