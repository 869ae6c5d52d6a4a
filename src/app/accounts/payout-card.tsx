import { memo } from 'react';
import { formatDay } from '#lib/format-day.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import ladderStyles from './payout-ladder.module.css';
import { type AccountTexts, type DetailsProps, useTexts } from './texts.ts';

type Reason = DetailsProps['details']['payout']['reasons'][number];

/** How the available payout is computed, line by line, and which requirements are still missing. */
export const PayoutCard = memo(function PayoutCard(props: DetailsProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const { details } = props;
  const { payout } = details;
  const money = (cents: number) => formatFigure(cents, locale);
  return (
    <Card as="section" title={strings.payout_title}>
      <Ladder payout={payout} />
      <DescriptionList
        items={[
          { term: strings.payout_profit, value: money(payout.profitCents) },
          { term: t('payout_share', { buffer: money(payout.bufferCents) }), value: money(payout.shareCents) },
          { term: strings.payout_cap, value: money(payout.capCents) },
          { term: strings.payout_available, value: money(payout.availableCents), total: true },
          { term: strings.payout_split, value: money(payout.traderCents) },
        ]}
      />
      <p className={styles.missing}>
        {payout.eligible ? strings.payout_ready : payout.reasons.map((reason) => reasonText(reason, texts)).join(' ')}
      </p>
      <p>
        <a href={pathTo('payoutVerification', {}, locale)}>{strings.payout_verification}</a>
      </p>
    </Card>
  );
});

/** The account's payouts in order: those taken, the next one, and what may follow. */
function Ladder({ payout: { taken, furtherCents, toComeCents } }: Pick<DetailsProps['details'], 'payout'>) {
  const { strings, t, locale } = useTexts();
  const money = (cents: number) => formatFigure(cents, locale, { whole: cents % 100 === 0 });
  const last = toComeCents === null ? null : taken.length + furtherCents.length;
  const steps = [
    ...taken.map(({ day, amountCents, receivedCents }) => ({
      cents: amountCents,
      note: receivedCents === null ? strings.payout_open : t('payout_paid', { day: formatDay(day, locale, 'short') }),
    })),
    ...furtherCents.map((cents, index) => ({ cents, note: index === 0 ? strings.payout_next : strings.payout_most })),
  ].map((step, index) => ({ ...step, number: index + 1, isTaken: index < taken.length }));
  return (
    <ol className={ladderStyles.ladder}>
      {steps.map(({ number, cents, note, isTaken }) => (
        <li key={number} data-taken={isTaken || undefined}>
          <strong>{money(cents)}</strong>
          {number === last && !isTaken ? strings.payout_last : note}
        </li>
      ))}
    </ol>
  );
}

function reasonText(reason: Reason, { strings, t, locale }: AccountTexts): string {
  const money = (cents: number) => formatFigure(cents, locale);
  switch (reason.name) {
    case 'open-request':
      return t('payout_open-request', { number: reason.number });
    case 'winning-days':
      return t('payout_winning-days', {
        count: reason.required - reason.current,
        amount: money(reason.minimumCents),
      });
    case 'best-day':
      return t('payout_best-day', {
        best: money(reason.bestDayCents),
        required: money(reason.requiredCents),
        missing: money(reason.missingCents),
      });
    case 'minimum':
      return t('payout_minimum', { amount: money(reason.minimumCents) });
    case 'breached':
    case 'not-funded':
    case 'paid-out':
    case 'open-positions':
      return strings[`payout_${reason.name}`];
  }
}
