import type { Locale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import { type CheckoutTexts, useTexts } from './texts.ts';

export function PriceLines({ quote, retry }: { readonly quote: OrderQuoteState; readonly retry: () => void }) {
  const { strings, t, locale } = useTexts();
  if (quote.status === 'failed') {
    if (quote.blockedReason !== null) {
      return (
        <Alert kind="warning" title={strings.blocked_title} role="status">
          {quote.blockedReason}
        </Alert>
      );
    }
    return (
      <div className="stack gap-3">
        <p>{strings.pay_failed}</p>
        <Button label={strings.quote_retry} wide onClick={retry} />
      </div>
    );
  }
  if (!quote.quote) return <Skeleton count={2} />;
  const { name, lines, totalCents, renewal, tax, promotion } = quote.quote;
  const code = promotion?.status === 'applied' ? promotion.code : undefined;
  return (
    <DescriptionList
      items={[
        ...lines.map(({ item, amountCents }) => ({
          term: item === 'coupon' && code ? t('line_promotion', { code }) : t(`line_${item}`, { name }),
          value: <Money cents={amountCents} locale={locale} isPrice />,
        })),
        {
          term: strings.total,
          value: <Money cents={totalCents} locale={locale} isPrice />,
          total: true,
          ...(renewal && { note: renewalText(renewal, t, locale) }),
        },
        ...(tax.includedCents === 0
          ? []
          : [
              {
                term: t(`tax_${tax.name}`, { rate: (tax.rateBps / 100).toLocaleString(formatLocale(locale)) }),
                value: <Money cents={tax.includedCents} locale={locale} isPrice />,
              },
            ]),
      ]}
    />
  );
}

type Renewal = NonNullable<NonNullable<OrderQuoteState['quote']>['renewal']>;

function renewalText({ amountCents, billingInterval }: Renewal, t: CheckoutTexts['t'], locale: Locale): string {
  const price = formatMoney(amountCents, locale, { whole: true });
  return t(billingInterval === 'monthly' ? 'total_then' : 'total_then_yearly', { price });
}
