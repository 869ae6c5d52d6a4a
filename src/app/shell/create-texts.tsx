import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate, type KeyOf, type Strings, type Translate } from '#i18n/translate.ts';

export type Texts<Dictionary extends Strings> = {
  readonly strings: Dictionary;
  /** Fills a text's placeholders and picks its plural. */
  readonly t: Translate<KeyOf<Dictionary>>;
  readonly locale: Locale;
};

type ProviderProps<Dictionary> = {
  readonly strings: Dictionary;
  readonly locale: Locale;
  readonly children: ReactNode;
};

/** Creates the texts of one area: its island provides them once, and every component below reads them. */
export function createTexts<Dictionary extends Strings>() {
  const Context = createContext<Texts<Dictionary> | null>(null);

  function TextsProvider({ strings, locale, children }: ProviderProps<Dictionary>) {
    const texts = useMemo(() => ({ strings, locale, t: createTranslate(strings, locale) }), [strings, locale]);
    return <Context value={texts}>{children}</Context>;
  }

  /** @throws outside the area's TextsProvider */
  function useTexts(): Texts<Dictionary> {
    const texts = useContext(Context);
    if (texts === null) throw new Error('useTexts needs the TextsProvider of its area');
    return texts;
  }

  return { TextsProvider, useTexts };
}
