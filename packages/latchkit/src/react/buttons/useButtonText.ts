import { useEffect, useState } from 'react';
import { fillSlots, type Locale, matchLocale } from '../../protocol/text.js';
import { useLatchkit } from '../hooks/useLatchkit.js';
import { buttonsEn } from '../locales/en/buttons.js';
import { type ButtonTexts, loadButtons } from '../locales/loadButtons.js';

interface Spoken {
  readonly locale: Locale;
  readonly texts: ButtonTexts;
}

const ENGLISH: Spoken = { locale: 'en', texts: buttonsEn };

/** The buttons' texts in the instance's language; English until that language has loaded. */
export function useButtonText() {
  const kit = useLatchkit();
  const [spoken, setSpoken] = useState(ENGLISH);
  useEffect(() => {
    const locale = matchLocale(kit.options.locale ?? document.documentElement.lang);
    if (locale === spoken.locale) return;
    let current = true;
    loadButtons(locale).then(
      texts => {
        if (current) setSpoken({ locale, texts });
      },
      () => {}, // The page went offline: keep English.
    );
    return () => {
      current = false;
    };
  }, [kit, spoken.locale]);
  const text = (key: keyof ButtonTexts, slots: Readonly<Record<string, string>> = {}) =>
    fillSlots(spoken.texts[key], slots);
  return { text, locale: spoken.locale };
}
