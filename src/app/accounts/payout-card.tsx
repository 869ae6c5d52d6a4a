import { memo } from 'react';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import { type AccountTexts, useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

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
