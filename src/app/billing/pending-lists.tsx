import { writeBilledTo } from '#shared/billing/billing-identity.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import styles from './billing.module.css';
import { askToCancel, openCardChange, type Pending, type Subscription } from './stores/billing.ts';
import { editBilledTo } from './stores/billing-identity.ts';
import { type BillingTexts, useTexts } from './texts.ts';
import { dayText } from './types.ts';

/** Bills that a renewal couldn’t collect. */
export function Bills({ bills }: Pick<Pending, 'bills'>) {
  const { strings, locale } = useTexts();
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
          cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? strings.trying : dayText(nextAttemptAt, locale)),
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
            <Button size="small" variant={bill === bills[0] ? 'filled' : 'outline'} href={bill.checkoutPath}>
              {strings.pay_bill}
            </Button>
          ),
        },
      ]}
    />
  );
}

export function Subscriptions({ subscriptions }: Pick<Pending, 'subscriptions'>) {
  const texts = useTexts();
  const { strings, locale } = texts;
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
            row.renews && (
              <div className={styles.actions}>
                {row.amountCents > 0 && (
                  <>
                    <Button variant="quiet" size="small" onClick={() => editBilledTo(row)}>
                      {strings.billed_change}
                    </Button>
                    <Button variant="quiet" size="small" onClick={() => openCardChange(row.id)}>
                      {strings.change_card}
                    </Button>
                  </>
                )}
                <Button variant="danger" size="small" onClick={() => askToCancel(row)}>
                  {strings.cancel}
                </Button>
              </div>
            ),
        },
      ]}
    />
  );
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
