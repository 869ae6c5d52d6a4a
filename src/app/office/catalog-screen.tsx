import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './office.module.css';
import { $catalogue, loadCatalogue, type OfficeCatalogue } from './stores/catalog.ts';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

/** Prices, rules and texts, read-only; each names the file in which it is edited. */
export function CatalogueScreen() {
  const { strings } = useTexts();
  const state = useStore($catalogue);
  useEffect(() => void loadCatalogue(), []);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{strings.catalogue}</h1>
        <p className="muted">{strings.catalogue_text}</p>
      </header>
      {(state.status === 'failed' || state.status === 'second-factor') && (
        <LoadFailure status={state.status} onRetry={loadCatalogue} />
      )}
      {state.status === 'loading' && <Skeleton shape="row" count={12} />}
      {state.status === 'ready' && <Content catalogue={state.data} />}
    </>
  );
}

const priceColumns = ['id', 'billing', 'priceCents', 'resetPriceCents', 'activationPriceCents', 'file'] as const;
const ruleColumns = [
  'programme',
  'size',
  'drawdownMode',
  'maxLossCents',
  'dailyLossMode',
  'dailyLimitCents',
  'targetCents',
  'minimumDays',
  'consistencyBps',
  'maxContracts',
  'file',
] as const;
const textColumns = ['title', 'languages', 'file'] as const;

function Content({ catalogue: { prices, rules, texts, rulesVersion } }: { readonly catalogue: OfficeCatalogue }) {
  const { strings, t } = useTexts();
  const versions = [...new Set(rules.map(({ version }) => version))].sort();
  const titleOf = (version: string) =>
    t(version === rulesVersion ? 'catalogue_rules_sold' : 'catalogue_rules', { version });
  return (
    <>
      <Part title={strings.catalogue_prices} columns={priceColumns} rows={prices} />
      {versions.map((version) => (
        <Part
          key={version}
          title={titleOf(version)}
          columns={ruleColumns}
          rows={rules.filter((each) => each.version === version)}
        />
      ))}
      <Part
        title={strings.catalogue_texts}
        columns={textColumns}
        rows={texts.map((text) => ({ ...text, languages: text.languages.join(' ') }))}
      />
    </>
  );
}

type Row = Readonly<Record<string, string | number | null>>;
type PartProps = { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };

function Part({ title, columns, rows }: PartProps) {
  const { strings } = useTexts();
  return (
    <section className={styles.list}>
      <h2 className={styles.subtitle}>{title}</h2>
      <DataTable
        caption={title}
        hideCaption
        dense
        rows={rows}
        rowKey={(row) => columns.map((column) => row[column]).join(' ')}
        columns={columns.map((key) => ({
          key,
          header: textOf(strings, 'column', key),
          align: typeof rows[0]?.[key] === 'number' ? ('end' as const) : ('start' as const),
          cell: (row: Row) => <Value column={key} value={row[key] ?? null} />,
        }))}
      />
    </section>
  );
}

const isFile = (column: string) => column === 'file' || column === 'id';

function Value({ column, value }: { readonly column: string; readonly value: string | number | null }) {
  const { strings, locale } = useTexts();
  if (value === null) return <span className="muted">–</span>;
  if (typeof value === 'string') return isFile(column) ? <code>{value}</code> : textOf(strings, 'value', value);
  if (column.endsWith('Cents')) return <Money cents={value} locale={locale} />;
  if (!column.endsWith('Bps')) return value.toLocaleString(locale);
  return (value / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}
