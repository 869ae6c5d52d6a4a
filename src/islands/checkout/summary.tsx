import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { QuoteState } from '../../stores/checkout.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './checkout.module.css';
import { totalText } from './selection-fields.tsx';
import type { CheckoutStrings, CheckoutTranslate, PackageFacts } from './types.ts';

type SummaryProps = {
  readonly chosen: PackageFacts;
  readonly strings: CheckoutStrings;
  readonly t: CheckoutTranslate;
  readonly locale: Locale;
  readonly quote: QuoteState;
  readonly busy: boolean;
  readonly priceChanged: boolean;
  readonly retry: () => void;
};

export function Summary({ chosen, strings, t, locale, quote, busy, priceChanged, retry }: SummaryProps) {
  const total = totalText(quote, locale);
  return (
    <aside className={styles.summary} aria-label={strings.summary}>
      <h2 className={styles.name}>{chosen.name}</h2>
      <Rules {...{ chosen, strings, locale }} />
      <div className={styles.lines} aria-live="polite">
        <Lines {...{ chosen, strings, t, locale, quote, retry }} />
      </div>
      {priceChanged && (
        <Notice kind="warning" title={strings.price_changed_title} role="status">
          {t('price_changed_text', { total })}
        </Notice>
      )}
      <Button
        type="submit"
        wide
        busy={busy}
        disabledReason={quote.status === 'failed' ? strings.pay_failed : undefined}
      >
        {quote.quote ? t('pay', { total }) : strings.pay_waiting}
      </Button>
      <p className={styles.note}>{strings.pay_note}</p>
      <p className={styles.note}>{strings.tax_note}</p>
    </aside>
  );
}

function Rules({ chosen, strings, locale }: Pick<SummaryProps, 'chosen' | 'strings' | 'locale'>) {
  const { rules } = chosen;
  const money = (cents: number) => <Money cents={cents} locale={locale} whole />;
  const { drawdown, dailyLoss } = rules;
  return (
    <DescriptionList
      items={[
        {
          term: strings.rule_target,
          value: rules.targetCents === null ? strings.rule_none : money(rules.targetCents),
        },
        {
          term: strings.rule_max_loss,
          value: drawdown.mode === 'none' ? strings.rule_none : money(drawdown.maxLossCents),
        },
        ...(dailyLoss.mode === 'none' ? [] : [{ term: strings.rule_daily_limit, value: money(dailyLoss.limitCents) }]),
        { term: strings.rule_days, value: rules.minimumDays },
        { term: strings.rule_contracts, value: rules.maxContracts },
      ]}
    />
  );
}

type LinesProps = Pick<SummaryProps, 'chosen' | 'strings' | 't' | 'locale' | 'quote' | 'retry'>;

function Lines({ chosen, strings, t, locale, quote, retry }: LinesProps) {
  if (quote.status === 'failed') {
    return (
      <Button variant="outline" onClick={retry}>
        {strings.quote_retry}
      </Button>
    );
  }
  if (!quote.quote) return <Skeleton count={2} />;
  const then = t('total_then', { price: formatMoney(chosen.priceCents, locale, { whole: true }) });
  return (
    <DescriptionList
      items={[
        ...quote.quote.lines.map(({ item, amountCents }) => ({
          term: t(`line_${item}`, { name: chosen.name }),
          value: <Money cents={amountCents} locale={locale} />,
        })),
        {
          term: strings.total,
          value: <Money cents={quote.quote.totalCents} locale={locale} />,
          total: true,
          ...(chosen.billing === 'monthly' ? { note: then } : {}),
        },
      ]}
    />
  );
}
