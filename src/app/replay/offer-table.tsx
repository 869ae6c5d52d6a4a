import type { OfferReplay } from '#shared/replay/replay-offer.ts';
import type { ReplayView } from '#shared/replay/replay-view.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import styles from './fill-replay.module.css';
import { certaintyDetail, certaintyLegend, certaintyWord, costText, endText, resetsText } from './labels.ts';
import { type NamedOffer, useTexts } from './texts.ts';

type Row = { readonly replay: OfferReplay; readonly offer: NamedOffer };

const tones = { passed: 'success', breached: 'danger', open: 'neutral' } as const;

export function OfferTable({ view, offers }: { readonly view: ReplayView; readonly offers: readonly NamedOffer[] }) {
  const { t, locale } = useTexts();
  const rows = view.offers.flatMap((replay): Row[] => {
    const offer = offers.find(({ id }) => id === replay.id);
    return offer ? [{ replay, offer }] : [];
  });
  const columns: readonly Column<Row>[] = [
    {
      header: t('offer'),
      cell: ({ offer }) => (
        <a href={offer.href} className="nowrap">
          {offer.name}
        </a>
      ),
    },
    {
      header: t('verdict'),
      cell: ({ replay, offer }) => (
        <span className={styles.cell}>
          <Badge tone={tones[replay.first.status]}>{t(`status_${replay.first.status}`)}</Badge>
          <span>{endText(replay.first, { t, locale })}</span>
          {offer.rules.targetCents === null && <span className={styles.detail}>{t('nothingToPass')}</span>}
        </span>
      ),
    },
    {
      header: t('certainty'),
      cell: ({ replay }) => {
        const detail = certaintyDetail(replay, { t, locale });
        return (
          <span className={styles.cell}>
            <span>{certaintyWord(replay, { t, locale })}</span>
            {detail !== '' && <span className={styles.detail}>{detail}</span>}
          </span>
        );
      },
    },
    { header: t('afterResets'), cell: ({ replay }) => resetsText(replay, { t, locale }) },
    {
      header: t('total'),
      align: 'end',
      cell: ({ replay, offer }) => (
        <span className={classNames(styles.cell, styles.end)}>
          <Money cents={replay.cost.totalCents} locale={locale} whole isPrice />
          <span className={styles.detail}>{costText(replay, offer, { t, locale })}</span>
        </span>
      ),
    },
  ];
  return (
    <div className={`stack ${styles.offers}`}>
      <DataTable showCaption caption={t('tableTitle')} columns={columns} rows={rows} rowKey={({ offer }) => offer.id} />
      <dl>
        {certaintyLegend(view.offers, { t, locale }).map(({ word, text }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
