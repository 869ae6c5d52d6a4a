import { useEffect, useState } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { dayText } from './day-text.ts';
import { fillColumns, fillKey } from './fill-columns.tsx';
import { type DayFills as Fills, findDayFills } from './stores/details.ts';
import { type CardProps, type HistoryProps, useTexts } from './texts.ts';

type DayFillsProps = CardProps & {
  readonly result: HistoryProps['account']['history']['days'][number];
  readonly onClose: () => void;
};

/** Loaded when the first day is opened. */
const JournalEditor = onDemand(async () => (await import('./journal/journal-editor.tsx')).JournalEditor);

/** One trading day: its result, closing balance and every fill. */
export function DayFills({ account, result, onClose }: DayFillsProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const [fills, setFills] = useState<Fills | null | 'waiting'>('waiting');
  const { id } = account;
  const { day } = result;
  useEffect(() => {
    let left = false;
    void findDayFills(id, day).then((found) => {
      if (!left) setFills(found);
    });
    return () => {
      left = true;
    };
  }, [id, day]);
  return (
    <Dialog open onClose={onClose} title={dayText(day, locale)} closeLabel={strings.close}>
      <DescriptionList
        items={[
          { term: strings.day_result, value: formatSigned(result.profitCents, locale) },
          { term: strings.day_fills, value: String(result.fills) },
          {
            term: result.closed ? strings.day_balance : strings.day_balance_now,
            value: formatFigure(result.openBalanceCents + result.profitCents, locale),
          },
        ]}
      />
      {fills === 'waiting' && <Skeleton shape="row" count={5} />}
      {fills !== 'waiting' && fills !== null && (
        <DataTable
          caption={strings.day_fills}
          rows={fills.fills}
          rowKey={fillKey}
          empty={<p className="muted">{strings.fills_empty}</p>}
          columns={fillColumns(texts)}
        />
      )}
      <h3>{strings.journal_title}</h3>
      <JournalEditor fallback={<Skeleton shape="row" count={3} />} accountId={id} day={day} />
      {fills !== 'waiting' && fills?.more && <p className="muted">{t('day_more', { count: fills.fills.length })}</p>}
    </Dialog>
  );
}
