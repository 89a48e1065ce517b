import { useId } from 'react';
import { Icon } from '../parts/Icon.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useReveal } from './useReveal.js';
import { wordsOf } from './wordsOf.js';

const PLACES = Array.from({ length: 24 }, (_, at) => at);

/** The words, in the page only while they are shown: covered, the list has its places but no word. They can't be selected or copied. */
export function Words({ phrase }: { readonly phrase: Uint8Array }) {
  const { text } = usePortal();
  const { isShown, isKept, hold, toggle } = useReveal();
  const id = useId();
  const words = isShown ? wordsOf(phrase) : [];
  return (
    <section className="pt-block" aria-label={text('export.words')}>
      <div className="pt-card">
        <p className="pt-sr">{isShown ? '' : text('export.covered')}</p>
        <ol
          className="pt-words"
          dir="ltr"
          aria-label={text('export.phrase')}
          onCopy={event => event.preventDefault()}
        >
          {PLACES.map(at => (
            <li key={at}>
              <span translate="no">{words[at]}</span>
            </li>
          ))}
        </ol>
        <div className="pt-acts">
          <button type="button" className="pt-btn pt-hold" data-variant="secondary" {...hold}>
            <Icon name="eye" size="sm" />
            {text('export.hold')}
          </button>
        </div>
        <div className="pt-acts">
          <p className="pt-note" id={id}>
            {text('export.keep')}
          </p>
          <button
            type="button"
            className="pt-switch"
            role="switch"
            aria-checked={isKept}
            aria-labelledby={id}
            onClick={toggle}
          >
            <span />
          </button>
        </div>
      </div>
    </section>
  );
}
