import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { type HistoryOrder, openDocument } from './stores/billing.ts';
import { dayText, useTexts } from './texts.ts';

type RowProps = { readonly order: HistoryOrder };

export function State({ order: { status, deferredUntil } }: RowProps) {
  const { strings, t, locale } = useTexts();
  if (deferredUntil !== null) {
    return <a href={pathTo('myAccount', {}, locale)}>{t('starts_on', { date: dayText(deferredUntil, locale) })}</a>;
  }
  if (status === 'fulfilled') return strings.status_fulfilled;
  const tone = status === 'failed' ? 'danger' : 'neutral';
  return <Badge tone={tone}>{strings[`status_${status}`]}</Badge>;
}

export function Total({ order: { totalCents, refundedCents, status } }: RowProps) {
  const { t, locale } = useTexts();
  const isPart = refundedCents > 0 && status !== 'refunded';
  return (
    <>
      <Money cents={totalCents} locale={locale} isPrice />
      {isPart && (
        <span className={`tabular nowrap ${styles.detail}`}>
          {t('refunded_part', { amount: formatMoney(refundedCents, locale) })}
        </span>
      )}
    </>
  );
}

export function DocumentLinks({ order }: RowProps) {
  const { strings } = useTexts();
  if (order.paymentUrl) {
    return <Button label={strings.resume} size="small" href={order.paymentUrl} />;
  }
  if (order.documents.length === 0) return null;
  return (
    <span className={`nowrap ${styles.documents}`}>
      {order.documents.map(({ number }) => (
        <Button
          label={number}
          key={number}
          id={number}
          variant="quiet"
          size="small"
          onClick={() => openDocument(number)}
        />
      ))}
    </span>
  );
}
