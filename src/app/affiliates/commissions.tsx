import { useState } from 'react';
import { formatShare } from '#i18n/format.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import styles from './affiliate.module.css';
import { dateTextOf } from './date-text.ts';
import type { Commission } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

/** How many rows are shown until the reader expands the table. */
const collapsedRows = 5;

/** Each commission with the price and rate it results from, so that it can be recomputed. */
export function Commissions({ commissions }: { readonly commissions: readonly Commission[] }) {
  const { strings, t, locale } = useTexts();
  const [isExpanded, setExpanded] = useState(false);
  const hidden = isExpanded ? 0 : Math.max(0, commissions.length - collapsedRows);
  const date = (at: number) => dateTextOf(at, locale);
  const stateOf = ({ status, availableAt, unpaidCents, payouts }: Commission) => {
    if (status === 'pending') return t('state_pending', { date: date(availableAt) });
    if (status !== 'available' || unpaidCents > 0 || payouts.length === 0) return strings[`state_${status}`];
    return payouts.every(({ isPaid }) => isPaid) ? strings.payout_status_paid : strings.payout_status_requested;
  };
  return (
    <>
      <p className="muted small">{strings.commissions_text}</p>
      <DataTable
        caption={strings.commissions_title}
        rows={hidden > 0 ? commissions.slice(0, collapsedRows) : commissions}
        rowKey={(row) => row.id}
        empty={<p className="muted">{strings.commissions_empty}</p>}
        columns={[
          { header: strings.day, sorted: 'descending', place: 'note', cell: (row) => date(row.earnedAt) },
          { header: strings.order, isRowHeader: true, place: 'lead', cell: (row) => strings[`kind_${row.kind}`] },
          {
            header: strings.customer,
            place: 'note',
            cell: (row) => `${t('buyer', { buyer: row.buyer })}, ${strings[`via_${row.via}`]}`,
          },
          {
            header: strings.base,
            align: 'end',
            place: 'note',
            cell: ({ shareBps, baseCents }) =>
              t('share_of', { share: formatShare(shareBps, locale), amount: formatFigure(baseCents, locale) }),
          },
          {
            header: strings.commission,
            place: 'value',
            align: 'end',
            cell: (row) => (
              <>
                <Money cents={row.amountCents - row.revokedCents} locale={locale} />
                {row.revokedCents > 0 && (
                  <span className={styles.note}>
                    {' '}
                    {t('taken_back', { amount: formatFigure(row.revokedCents, locale) })}
                  </span>
                )}
              </>
            ),
          },
          {
            header: strings.status,
            place: 'result',
            cell: (row) => (
              <>
                <State tone={toneOf(row.status)}>{stateOf(row)}</State>
                <ReviewNote commission={row} />
                <UseNotes commission={row} />
              </>
            ),
          },
        ]}
      />
      {hidden > 0 && (
        <p>
          <Button
            label={t('commissions_more', { count: hidden })}
            variant="outline"
            size="small"
            onClick={() => setExpanded(true)}
          />
        </p>
      )}
    </>
  );
}

/** In a list, color marks exceptions only. */
function State({ tone, children }: { readonly tone: ReturnType<typeof toneOf>; readonly children: string }) {
  return tone === 'neutral' ? children : <Badge tone={tone}>{children}</Badge>;
}

function ReviewNote({ commission: { reviewReason, decisionReason } }: { readonly commission: Commission }) {
  const { strings } = useTexts();
  if (reviewReason === null) return null;
  return (
    <p className={styles.note}>
      {strings[`review_${reviewReason}`]} {decisionReason}
    </p>
  );
}

function UseNotes({ commission: { payouts, settledCents, owedCents } }: { readonly commission: Commission }) {
  const { t, locale } = useTexts();
  const notes = payouts.map(({ number, isPaid, amountCents }) =>
    t(isPaid ? 'use_paid' : 'use_requested', { number, amount: formatFigure(amountCents, locale) }),
  );
  if (settledCents > 0) notes.push(t('use_settled', { amount: formatFigure(settledCents, locale) }));
  if (owedCents > 0) notes.push(t('use_owed', { amount: formatFigure(owedCents, locale) }));
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

function toneOf(status: Commission['status']) {
  return (
    {
      pending: 'neutral',
      review: 'accent',
      available: 'neutral',
      revoked: 'danger',
      refused: 'danger',
      lapsed: 'neutral',
    } as const
  )[status];
}
