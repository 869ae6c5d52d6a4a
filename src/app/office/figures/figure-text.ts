import type { Locale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import type { FigureKind } from '#shared/firm/contract-figures.ts';

export function figureText(kind: FigureKind, value: number, locale: Locale): string {
  if (kind === 'money') return formatFigure(value, locale);
  if (kind !== 'share') return value.toLocaleString(formatLocale(locale));
  return (value / 10_000).toLocaleString(formatLocale(locale), { style: 'percent', maximumFractionDigits: 1 });
}
