import { pathTo } from '#routes.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { fillColumns, fillKey } from './fill-columns.tsx';
import { type HistoryProps, useTexts } from './texts.ts';

/** As many as fit the height of the month beside them. */
const shownFills = 7;

export function FillsCard({ account }: HistoryProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  return (
    <Card
      as="section"
      title={strings.fills_title}
      aside={
        account.history.fills.length > 0 && (
          <a href={`${pathTo('fills', {}, locale)}?account=${account.id}`}>{strings.fills_all}</a>
        )
      }
    >
      <DataTable
        caption={strings.fills_title}
        rows={account.history.fills.slice(0, shownFills)}
        rowKey={fillKey}
        empty={<p className="muted">{strings.fills_empty}</p>}
        columns={fillColumns(texts, tradingDayOf(account.dayClosesAt - 1))}
      />
    </Card>
  );
}
