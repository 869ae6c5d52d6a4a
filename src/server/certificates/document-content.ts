import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { nameAccount } from '#server/accounts/name.ts';
import type { Deps } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { printable } from '#server/core/typesetting/sans.ts';
import { claimsOf, type StoredCertificate } from './find-own.ts';
import { certificateUrl } from './list.ts';

/** The texts of a certificate's image and PDF. */
export type DocumentContent = {
  readonly brand: string;
  readonly title: string;
  readonly name: string;
  readonly statement: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  readonly scan: string;
  readonly number: string;
  readonly howToVerify: string;
  readonly disclosure: string;
  /** The legally required statement about hypothetical results; empty for payouts. */
  readonly hypothetical: string;
  /** The QR code's URL: short, so that the code has few modules and still scans in a picture that was shared. */
  readonly codeUrl: string;
};

export function describeDocument(deps: Deps, row: StoredCertificate, locale: Locale): DocumentContent {
  const t = getTranslate('certificate-document', locale);
  const { kind, name, program, size, day, amountCents, tradingDays } = claimsOf(row);
  const brand = deps.catalog.site.name;
  const page = `${deps.env.origin}${pathTo('certificateVerification', {}, 'en')}`;
  const figures = [
    ...(amountCents === null ? [] : [{ label: t(`amount_${kind}`), value: formatMoney(amountCents, locale) }]),
    { label: t('account'), value: nameAccount({ program, size }) },
    { label: t(`date_${kind}`), value: formatBillingDate(new Date(`${day}T00:00:00Z`), locale, 'medium') },
    ...(tradingDays === null ? [] : [{ label: t('trading_days'), value: String(tradingDays) }]),
  ];
  return {
    brand,
    title: t(`title_${kind}`),
    name: printable(name),
    statement: t(`statement_${kind}`, { brand }),
    figures,
    scan: t('scan'),
    number: t('number', { number: row.id }),
    howToVerify: t('how_to_verify', { page: page.replace(/^https?:\/\//, '') }),
    disclosure: t(`disclosure_${kind}`),
    hypothetical: kind === 'evaluation' ? getTranslate('footer', locale)('hypotheticalText') : '',
    codeUrl: certificateUrl(deps, row.id),
  };
}
