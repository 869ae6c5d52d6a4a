import { formatMoney, formatSigned } from '../../domain/money/format.ts';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './accounts.module.css';
import { type AccountTexts, useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

type Difference = DetailsProps['details']['differences'][number];

/** Differences from the platform's balance: both figures, their time, and how each was settled. */
export function DifferenceCard(props: DetailsProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const [newest] = props.details.differences;
  if (!newest) return null;
  const { platformBalanceCents, ownBalanceCents } = newest;
  return (
    <Card as="section" title={strings.difference_title}>
      <DescriptionList
        items={[
          { term: strings.difference_time, value: chicagoMomentText(newest.at, locale) },
          { term: strings.difference_platform, value: formatMoney(platformBalanceCents, locale) },
          { term: strings.difference_own, value: formatMoney(ownBalanceCents, locale) },
          {
            term: strings.difference_amount,
            value: formatSigned(platformBalanceCents - ownBalanceCents, locale),
            total: true,
          },
        ]}
      />
      <p className={styles.missing}>{outcomeText(newest, texts)}</p>
    </Card>
  );
}

function outcomeText({ status, reason, settledAt }: Difference, { strings, t, locale }: AccountTexts): string {
  if (status === 'open') return strings.difference_open;
  const time = settledAt === null ? '' : chicagoMomentText(settledAt, locale);
  return t(`difference_${status}`, { time, reason: reason ?? '' });
}
