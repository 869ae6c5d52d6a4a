import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { timeText } from '#app/office/cell.tsx';
import { LoadFailure } from '#app/office/load-failure.tsx';
import styles from '#app/office/office.module.css';
import { textOf, useTexts } from '#app/office/texts.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $catalog, type OfficeCatalog } from '../stores/office-catalog.ts';

/** Prices, rules and texts, read-only; each names the file in which it is edited. */
export function CatalogScreen() {
  const { strings } = useTexts();
  const state = useStore($catalog);
  useEffect(() => void $catalog.load(), []);
  return (
    <>
      <header className={`cluster between ${styles.header}`}>
        <h1 className={styles.title}>{strings.catalog}</h1>
        <p className="muted">{strings.catalog_text}</p>
      </header>
      {(state.status === 'failed' || state.status === 'second-factor') && (
        <LoadFailure status={state.status} onRetry={$catalog.load} />
      )}
      {state.status === 'loading' && <Skeleton shape="row" count={12} />}
      {state.status === 'ready' && <Content catalog={state.data} />}
    </>
  );
}

/** The codes of a file, below the list of those that staff create. */
export function CatalogCodes({ file }: { readonly file: string }) {
  const { strings } = useTexts();
  const state = useStore($catalog);
  useEffect(() => void $catalog.load(), []);
  if (state.status !== 'ready') return null;
  const rows = state.data.codes.filter((code) => code.file.endsWith(file));
  return rows.length > 0 && <Part title={strings.catalog} columns={codeColumns} rows={rows} />;
}

const priceColumns = ['id', 'billing', 'priceCents', 'resetPriceCents', 'activationPriceCents', 'file'] as const;
const codeColumns = ['code', 'percentBps', 'expiresAt', 'file'] as const;
const ruleColumns = [
  'program',
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
const economicsColumns = [
  'id',
  'trader',
  'passBps',
  'paidBps',
  'priceCents',
  'receivedCents',
  'remainsCents',
  'drawnBps',
  'worstRemainsCents',
] as const;
const textColumns = ['title', 'languages', 'file'] as const;

type ContentProps = { readonly catalog: OfficeCatalog };

function Content({ catalog: { prices, codes, rules, economics, traders, texts, rulesVersion } }: ContentProps) {
  const { strings, t } = useTexts();
  const versions = [...new Set(rules.map(({ version }) => version))].sort();
  const titleOf = (version: string) =>
    t(version === rulesVersion ? 'catalog_rules_sold' : 'catalog_rules', { version });
  return (
    <>
      <Part title={strings.catalog_prices} columns={priceColumns} rows={prices} />
      <Part title={strings.catalog_codes} columns={codeColumns} rows={codes} />
      {versions.map((version) => (
        <Part
          key={version}
          title={titleOf(version)}
          columns={ruleColumns}
          rows={rules.filter((each) => each.version === version)}
        />
      ))}
      {versions.map((version) => (
        <Part
          key={version}
          title={t('catalog_economics', { version })}
          text={t('catalog_economics_text', { count: traders })}
          columns={economicsColumns}
          rows={economics.filter((each) => each.version === version)}
        />
      ))}
      <Part
        title={strings.catalog_texts}
        columns={textColumns}
        rows={texts.map((text) => ({ ...text, languages: text.languages.join(' ') }))}
      />
    </>
  );
}

type Row = Readonly<Record<string, string | number | null>>;
type PartProps = {
  readonly title: string;
  readonly text?: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
};

function Part({ title, text, columns, rows }: PartProps) {
  const { strings } = useTexts();
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      <h2 className={styles.subtitle}>{title}</h2>
      {text !== undefined && <p className="muted">{text}</p>}
      <DataTable
        caption={title}
        dense
        rows={rows}
        rowKey={(row) => columns.map((column) => row[column]).join(' ')}
        columns={columns.map((key) => ({
          header: textOf(strings, 'column', key),
          align: typeof rows[0]?.[key] === 'number' ? ('end' as const) : ('start' as const),
          cell: (row: Row) => <Value column={key} value={row[key] ?? null} />,
        }))}
      />
    </section>
  );
}

const isFile = (column: string) => ['file', 'id', 'code'].includes(column);

function Value({ column, value }: { readonly column: string; readonly value: string | number | null }) {
  const { strings, locale } = useTexts();
  if (value === null) return <span className="muted">–</span>;
  if (typeof value === 'string') return isFile(column) ? <code>{value}</code> : textOf(strings, 'value', value);
  if (column === 'expiresAt') return timeText(value);
  if (column.endsWith('Cents')) return <Money cents={value} locale={locale} />;
  if (!column.endsWith('Bps')) return value.toLocaleString(locale);
  return (value / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}
