import { formatMoney } from '#lib/money/format.ts';
import { writeBilledTo } from '#shared/billing/billing-identity.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { askToCancel, openCardChange, type Pending, resume, type Subscription } from './stores/billing.ts';
import { editBilledTo } from './stores/billing-identity.ts';
import { type BillingTexts, dayText, useTexts } from './texts.ts';

/** Bills that a renewal couldn’t collect. */
export function Bills({ bills }: Pick<Pending, 'bills'>) {
  const texts = useTexts();
  const { strings, locale } = texts;
  return (
    <DataTable
      caption={strings.bills_title}
      rows={bills}
      rowKey={({ id }) => id}
      columns={[
        { header: strings.what, isRowHeader: true, place: 'lead', cell: ({ name }) => name },
        {
          place: 'note',
          header: strings.period,
          cell: ({ periodStartsAt, periodEndsAt }) =>
            `${dayText(periodStartsAt, locale)} – ${dayText(periodEndsAt, locale)}`,
        },
        {
          header: strings.next_attempt,
          cell: (bill) => retriesText(bill, texts),
        },
        {
          place: 'value',
          header: strings.amount,
          align: 'end',
          cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} isPrice />,
        },
        {
          place: 'actions',
          header: strings.action,
          align: 'end',
          cell: (bill) => (
            <Button
              label={strings.pay_bill}
              size="small"
              variant={bill === bills[0] ? 'filled' : 'outline'}
              href={bill.checkoutPath}
            />
          ),
        },
      ]}
    />
  );
}

export function Subscriptions({ subscriptions }: Pick<Pending, 'subscriptions'>) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  return (
    <DataTable
      caption={strings.subscriptions_title}
      rows={subscriptions}
      rowKey={({ id }) => id}
      empty={<EmptyState titleLevel={3} title={strings.subscriptions_empty} text={strings.history_empty_text} />}
      columns={[
        { header: strings.what, isRowHeader: true, place: 'lead', cell: (row) => whatText(row, texts) },
        { header: strings.next, place: 'note', cell: (row) => nextText(row, texts) },
        {
          place: 'value',
          header: strings.amount,
          align: 'end',
          cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} isPrice />,
        },
        {
          place: 'actions',
          header: strings.action,
          align: 'end',
          cell: (row) =>
            row.isResumable ? (
              <Button label={strings.resume} variant="outline" size="small" onClick={() => void resume(row.id)} />
            ) : (
              row.renews && (
                <div className={`cluster gap-2 ${styles.actions}`}>
                  {row.amountCents > 0 && (
                    <>
                      <Button
                        label={strings.billed_change}
                        variant="quiet"
                        size="small"
                        onClick={() => editBilledTo(row)}
                      />
                      <Button
                        label={
                          row.cardChangeCents === 0
                            ? strings.change_card
                            : t('change_card_pay', { amount: formatMoney(row.cardChangeCents, locale) })
                        }
                        variant="quiet"
                        size="small"
                        onClick={() => openCardChange(row.id)}
                      />
                    </>
                  )}
                  <Button label={strings.cancel} variant="danger" size="small" onClick={() => askToCancel(row)} />
                </div>
              )
            ),
        },
      ]}
    />
  );
}

/** What happens without the buyer, to the day on which it ends. */
function retriesText({ nextAttemptAt, retries }: Pending['bills'][number], { strings, t, locale }: BillingTexts) {
  const last = retries.at(-1);
  const next = nextAttemptAt === null ? strings.trying : dayText(nextAttemptAt, locale);
  return last === undefined || nextAttemptAt === null
    ? next
    : t('retries', { next, count: retries.length, last: dayText(last, locale) });
}

/** The feed tells apart subscriptions with the same name. Thor copies to accounts on any of them. */
function whatText({ kind, name, platform, renews, amountCents, billedTo }: Subscription, { t, locale }: BillingTexts) {
  return (
    <span className={styles.what}>
      {name}
      {kind !== 'thor' && <small>{platformFacts[platform].name}</small>}
      {renews && amountCents > 0 && <small>{t('billed_to', { who: writeBilledTo(billedTo, locale) })}</small>}
    </span>
  );
}

function nextText(row: Subscription, { strings, t, locale }: BillingTexts) {
  const date = dayText(row.periodEndsAt, locale);
  if (row.status === 'ended') return row.endReason === 'passed' ? strings.ended_passed : strings.ended;
  if (row.status === 'past-due') return <Badge tone="danger">{strings.past_due}</Badge>;
  if (row.endsInactive) return t('ends_inactive', { date });
  if (!row.renews) return t('ends', { date });
  const text = t(`renews_${row.billingInterval}`, { date });
  return row.cardEnding === null ? text : t('next_charge_card', { note: text, ending: row.cardEnding });
}
