import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import styles from './accounts.module.css';
import { momentItem, momentOf } from './both-times.ts';
import { type AccountTexts, type DetailsProps, useTexts } from './texts.ts';

type Difference = DetailsProps['details']['differences'][number];

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
          momentItem(strings.difference_time, newest.at, texts),
          { term: strings.difference_platform, value: formatFigure(platformBalanceCents, locale) },
          { term: strings.difference_own, value: formatFigure(ownBalanceCents, locale) },
          {
            term: strings.difference_amount,
            value: formatSigned(platformBalanceCents - ownBalanceCents, locale),
            total: true,
          },
        ]}
      />
      {newest.positions && (
        <p className={styles.missing}>
          {texts.t('difference_positions', {
            platform: positionsText(newest.positions.platform, texts),
            own: positionsText(newest.positions.own, texts),
          })}
        </p>
      )}
      <p className={styles.missing}>{outcomeText(newest, texts)}</p>
    </Card>
  );
}

function positionsText(
  positions: NonNullable<Difference['positions']>['own'],
  { strings, locale }: AccountTexts,
): string {
  const parts = positions.map(({ instrument, month, quantity }) => `${quantity} ${contractName(instrument, month)}`);
  return parts.length === 0 ? strings.difference_flat : new Intl.ListFormat(locale).format(parts);
}

function outcomeText({ status, reason, settledAt }: Difference, texts: AccountTexts): string {
  const { strings, t } = texts;
  if (status === 'open') return strings.difference_open;
  const moment = settledAt === null ? { time: '', own: '' } : momentOf(settledAt, texts);
  return t(`difference_${status}`, { ...moment, reason: reason ?? '' });
}
