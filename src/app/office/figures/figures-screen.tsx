import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import { type FigureKind, type FigureName, figureNames, figures } from '#shared/firm/contract-figures.ts';
import { figureRows } from '#shared/firm/figure-rows.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { LoadFailure } from '../load-failure.tsx';
import styles from '../office.module.css';
import { $figure, $figureQuery, exportFigure, readFigureQuery, showFigure } from '../stores/figures.ts';
import { canCall } from '../stores/office.ts';
import { textOf, useTexts } from '../texts.ts';
import { FigureChart } from './figure-chart.tsx';
import { figureText } from './figure-text.ts';

export function FiguresScreen() {
  const { strings } = useTexts();
  const query = useStore($figureQuery);
  const state = useStore($figure);
  useEffect(() => showFigure(readFigureQuery()), []);
  const range = state.status === 'ready' ? state.data : { from: '', to: '' };
  return (
    <>
      <header className={`cluster between ${styles.header}`}>
        <h1 className={styles.title}>{strings.figures}</h1>
      </header>
      <section className={`stack gap-3 ${styles.list}`} aria-busy={state.status === 'loading'}>
        <div className={styles.filters}>
          <Select
            label={strings.figures}
            value={query.name}
            options={figureNames.map((value) => ({ value, label: textOf(strings, 'figure', value) }))}
            onChange={({ target }) => showFigure({ ...query, name: target.value as FigureName })}
          />
          {query.name !== 'liabilities' &&
            (['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="date"
                label={strings[`filter_${name}`]}
                value={query[name] ?? range[name]}
                onChange={({ target }) => target.value !== '' && showFigure({ ...query, [name]: target.value })}
              />
            ))}
          <div>
            <Button label={strings.export} variant="outline" size="small" onClick={exportFigure} />
          </div>
        </div>
        <p className="muted">{textOf(strings, 'figure_text', query.name)}</p>
        <LoadFailure status={state.status} onRetry={() => $figure.load(query)} />
        {state.status === 'loading' && <Skeleton shape="row" count={8} />}
        {state.status === 'ready' && <FigureTable name={query.name} {...state.data} />}
      </section>
    </>
  );
}

type Row = readonly (string | number | null)[];

type FigureTableProps = {
  readonly name: FigureName;
  readonly rows: readonly Row[];
  readonly from: string;
  readonly to: string;
};

/** Each row's first column leads to the list of what it counts. */
function FigureTable({ name, rows, ...range }: FigureTableProps) {
  const { strings, locale } = useTexts();
  const pathOf = (row: Row) => {
    const { list, filter } = figureRows(name, row, range);
    if (!canCall(officeLists[list].page)) return undefined;
    return `${pathTo('officeList', { list }, locale)}?${new URLSearchParams(filter as Record<string, string>)}`;
  };
  const title = textOf(strings, 'figure', name);
  return (
    <>
      {rows.length > 1 && <FigureChart name={name} rows={rows} />}
      <DataTable
        caption={title}
        dense
        rows={rows}
        rowKey={(row) => row.slice(0, 2).join(' ')}
        empty={<EmptyState title={strings.figure_empty} text={strings.none_text} />}
        columns={Object.entries<FigureKind>(figures[name].columns).map(([key, kind], index) => ({
          header: textOf(strings, 'column', key),
          align: kind === 'label' ? ('start' as const) : ('end' as const),
          cell: (row: Row) => {
            const value = <FigureValue kind={kind} value={row[index] ?? null} />;
            return index === 0 ? <a href={pathOf(row)}>{value}</a> : value;
          },
        }))}
      />
    </>
  );
}

function FigureValue({ kind, value }: { readonly kind: FigureKind; readonly value: string | number | null }) {
  const { strings, locale } = useTexts();
  if (value === null) return <span className="muted">–</span>;
  if (typeof value === 'string') return textOf(strings, 'value', value);
  return kind === 'money' ? <Money cents={value} locale={locale} /> : figureText(kind, value, locale);
}
