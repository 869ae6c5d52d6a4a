import { useStore } from '@nanostores/react';
import { useContext } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { formatAge } from '#lib/format-wait.ts';
import { PartStringsContext } from './on-demand.tsx';
import type { Silence } from './stores/silence.ts';

/** How old a screen's live figures are, as text; null while they are current. */
export function useDataAge($silentMs: Silence['$silentMs'], locale: Locale): string | null {
  const silentMs = useStore($silentMs);
  const strings = useContext(PartStringsContext);
  if (silentMs === null || strings === null) return null;
  return createTranslate(strings, locale)('data_age', { age: formatAge(silentMs, locale) });
}
