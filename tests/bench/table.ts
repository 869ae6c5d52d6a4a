export type Figure = {
  readonly what: string;
  readonly measured: string;
  /** The target; undefined if the figure is only informative. */
  readonly limit?: string;
  readonly reached?: boolean;
};

type Limits = { readonly atLeast?: number; readonly atMost?: number };

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A figure with its unit, compared with its target. */
export function figure(what: string, value: number, unit: string, limits: Limits = {}): Figure {
  const { atLeast, atMost } = limits;
  const measured = `${plain.format(value)} ${unit}`;
  if (atLeast !== undefined) {
    return { what, measured, limit: `≥ ${plain.format(atLeast)} ${unit}`, reached: value >= atLeast };
  }
  if (atMost !== undefined) {
    return { what, measured, limit: `≤ ${plain.format(atMost)} ${unit}`, reached: value <= atMost };
  }
  return { what, measured };
}

function verdictOf({ reached }: Figure): string {
  if (reached === undefined) return '';
  return reached ? 'ok' : 'missed';
}

export function renderTable(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'target', ''],
    ...figures.map((entry) => [entry.what, entry.measured, entry.limit ?? '', verdictOf(entry)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([what = '', measured = '', limit = '', verdict = '']) =>
    [what.padEnd(widths[0] ?? 0), measured.padStart(widths[1] ?? 0), limit.padStart(widths[2] ?? 0), verdict]
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...body] = lines;
  return [head, '-'.repeat(head.length + 5), ...body].join('\n');
}

/** Whether the figure is a number, if it should be one. */
export const isComplete = ({ measured }: Figure): boolean => !/NaN|Infinity|∞|undefined/.test(measured);

export function renderMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((entry) => {
    const missed = entry.reached === false ? ' (missed)' : '';
    return `| ${entry.what.replaceAll('|', '\\|')} | ${entry.measured}${missed} | ${entry.limit ?? ''} |`;
  });
  return ['| what | measured | target |', '|---|---|---|', ...rows].join('\n');
}
