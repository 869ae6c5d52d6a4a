import { useEffect, useRef } from 'react';
import { countryName } from '#lib/country-name.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { addressLines } from '#lib/postal-address.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { $document, type BillingDocument, saveDocument } from './stores/billing.ts';
import { dayText, useTexts } from './texts.ts';

const items = ['market-data', 'funded-reset', 'coupon'] as const;

/** An invoice or credit note, for screen and print. */
export function DocumentView({ billingDocument }: { readonly billingDocument: BillingDocument }) {
  const { strings, t, locale } = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const {
    kind,
    number,
    issuedAt,
    firm,
    buyer,
    name,
    lines,
    totalCents,
    taxName,
    taxBps,
    taxCents,
    orderNumber,
    credits,
    nextCharge,
  } = billingDocument;
  const place = [buyer.postalCode, countryName(buyer.country, locale)].filter(Boolean).join(' ');
  const labelOf = (item: string) => {
    const known = items.find((each) => each === item);
    return known ? strings[`line_${known}`] : name;
  };
  const nextText = (next: BillingDocument['nextCharge']) =>
    next === null
      ? strings.doc_next_none
      : t('doc_next_charge', { amount: formatMoney(next.amountCents, locale), date: dayText(next.at, locale) });
  return (
    <article className={`container stack ${styles.document}`}>
      <div className="cluster" data-print="hide">
        <Button label={strings.pdf} size="small" onClick={() => saveDocument(number)} />
        <Button label={strings.print} variant="outline" size="small" onClick={() => window.print()} />
        <Button label={strings.back} variant="outline" size="small" onClick={$document.clear} />
      </div>
      <h1 ref={title} tabIndex={-1} className="breakable">
        {t(`document_${kind}`, { number })}
      </h1>
      {credits && <p className="muted">{t('document_credits', { number: credits })}</p>}
      <DescriptionList
        items={[
          { term: strings.issued, value: dayText(issuedAt, locale) },
          { term: strings.order, value: orderNumber },
          {
            term: strings.seller,
            value: [firm.name, ...addressLines(firm, locale), firm.phone, firm.email].join(', '),
          },
          { term: strings.doc_registration, value: firm.registration },
          { term: strings.doc_tax_number, value: firm.taxNumber },
          { term: strings.buyer, value: [buyer.company, buyer.name, buyer.email, place].filter(Boolean).join(', ') },
          ...(buyer.vatNumber === null ? [] : [{ term: strings.doc_vat_number, value: buyer.vatNumber }]),
        ]}
      />
      <DescriptionList
        ruled
        items={[
          ...lines.map(({ item, amountCents }) => ({
            term: labelOf(item),
            value: <Money cents={amountCents} locale={locale} isPrice />,
          })),
          { term: strings.total, value: <Money cents={totalCents} locale={locale} isPrice />, total: true },
          {
            term: t(`tax_${taxName}`, { rate: (taxBps / 100).toLocaleString(formatLocale(locale)) }),
            value: <Money cents={taxCents} locale={locale} isPrice />,
          },
          ...(kind === 'credit' ? [] : [{ term: strings.doc_next, value: nextText(nextCharge) }]),
        ]}
      />
      <p className="muted">{kind === 'credit' ? strings.document_note_credit : strings.document_note}</p>
      {isReverseCharge({ name: taxName, rateBps: taxBps }) && <p>{strings.document_reverse_charge}</p>}
      {firm.isSample && <p className="muted">{strings.doc_sample}</p>}
    </article>
  );
}
