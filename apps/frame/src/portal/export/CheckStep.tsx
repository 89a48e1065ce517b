import { useState } from 'react';
import { Field } from '../parts/Field.js';
import { PageHead } from '../parts/PageHead.js';
import { usePortal } from '../runtime/PortalContext.js';
import { wordsOf } from './wordsOf.js';

const WORDS = 24;
const ASKED = 3;

/** Three different places of the phrase, in order. */
function choosePlaces(): readonly number[] {
  const places = new Set<number>();
  while (places.size < ASKED) places.add((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % WORDS);
  return [...places].sort((one, other) => one - other);
}

export interface CheckStepProps {
  readonly phrase: Uint8Array;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Asks for three of the words, from the user's paper. */
export function CheckStep({ phrase, onBack, onDone }: CheckStepProps) {
  const { text } = usePortal();
  const [places] = useState(choosePlaces);
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const check = () => {
    const words = wordsOf(phrase);
    const found = places.filter((place, at) => (typed[at] ?? '').trim().toLowerCase() !== words[place]);
    setWrong(found);
    if (found.length === 0) onDone();
  };
  return (
    <>
      <PageHead title={text('export.checkTitle')}>
        <p>{text('export.checkText')}</p>
      </PageHead>
      <form
        className="pt-form"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault();
          check();
        }}
      >
        {places.map((place, at) => {
          const slots = { number: String(place + 1) };
          return (
            <Field
              key={place}
              label={text('export.word', slots)}
              autoComplete="off"
              autoCapitalize="none"
              value={typed[at] ?? ''}
              problem={wrong.includes(place) && text('export.wrongWord', slots)}
              onValue={value =>
                setTyped(places.map((_, index) => (index === at ? value : (typed[index] ?? ''))))
              }
            />
          );
        })}
        <div className="pt-acts">
          <button type="submit" className="pt-btn" data-variant="primary">
            {text('export.check')}
          </button>
          <button type="button" className="pt-btn" data-variant="quiet" onClick={onBack}>
            {text('export.showAgain')}
          </button>
        </div>
      </form>
    </>
  );
}
