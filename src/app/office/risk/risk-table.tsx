import { useStore } from '@nanostores/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { $isOrderHeld, $riskList, $visibleRows, findRow, type RiskRow, showAccount } from '#app/risk/stores/risk.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { useTexts } from '../texts.ts';
import { textOf } from '../types.ts';
import styles from './risk.module.css';

const rowPx = 36;
const firstPx = 640;
/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const overscanRows = 10;

/** All live accounts, least remaining drawdown first. Only the rows in view are rendered. */
export function RiskTable() {
  const { strings, t } = useTexts();
  const shown = useStore($visibleRows);
  // Rows change in place, so their changes must trigger a render.
  useStore($riskList);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: overscanRows,
    // The height used for the first render, before the frame is measured.
    initialRect: { width: 0, height: firstPx },
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  if (shown.length === 0) return <EmptyState titleLevel={2} title={strings.risk_none} text={strings.none_text} />;
  return (
    <div
      ref={frame}
      className={styles.frame}
      onPointerEnter={() => $isOrderHeld.set(true)}
      onPointerLeave={() => $isOrderHeld.set(false)}
    >
      <table className={styles.table} aria-rowcount={shown.length + 1}>
        <caption className="visually-hidden">{t('risk_caption', { count: shown.length })}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{strings.column_account}</th>
            <th scope="col" className={styles.wide}>
              {strings.column_name}
            </th>
            <th scope="col" className={styles.wide}>
              {strings.column_program}
            </th>
            <th scope="col" className={styles.end}>
              {strings.column_remainingCents}
            </th>
            <th scope="col" className={styles.end}>
              {strings.column_equityCents}
            </th>
            <th scope="col" className={classNames(styles.end, styles.wide)}>
              {strings.risk_today}
            </th>
            <th scope="col" className={styles.wide}>
              {strings.risk_positions}
            </th>
            <th scope="col" className={styles.wide}>
              {strings.column_status}
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ blockSize: above }} />}
          {items.map(({ index }) => {
            const row = findRow(shown[index] ?? '');
            return row && <Row key={row.id} row={row} index={index} />;
          })}
          {below > 0 && <tr style={{ blockSize: below }} />}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly row: RiskRow; readonly index: number };

/** Renders again only for a new row object: most visible rows don't change within a quarter of a second. */
const Row = memo(function Row({ row, index }: RowProps) {
  const { strings, locale } = useTexts();
  const { id, account, name, program, size, phase, remainingCents, equityCents, todayCents, positions, status } = row;
  return (
    <tr aria-rowindex={index + 2} className={styles.row}>
      <th scope="row">
        <button
          type="button"
          className={styles.open}
          onClick={({ currentTarget }) => void showAccount(id, currentTarget)}
        >
          {account}
        </button>
      </th>
      <td className={styles.wide}>{name}</td>
      <td className={styles.wide}>
        {textOf(strings, 'value', program)} {size} · {textOf(strings, 'value', phase)}
      </td>
      <td className={classNames(styles.end, styles.room)}>
        {remainingCents === null ? '–' : <Money cents={remainingCents} locale={locale} />}
      </td>
      <td className={styles.end}>
        <Money cents={equityCents} locale={locale} />
      </td>
      <td className={classNames(styles.end, styles.wide)}>
        <Money cents={todayCents} locale={locale} signed />
      </td>
      <td className={styles.wide}>{positionsText(positions)}</td>
      <td className={styles.wide}>
        {status !== 'active' && (
          <Badge tone={status === 'locked' ? 'neutral' : 'danger'}>{textOf(strings, 'value', status)}</Badge>
        )}
      </td>
    </tr>
  );
});

/** Positions as text: `ES +2, NQ −1`. */
function positionsText(positions: RiskRow['positions']): string {
  return positions
    .map(([instrument, quantity]) => `${instrument} ${quantity < 0 ? '−' : '+'}${Math.abs(quantity)}`)
    .join(', ');
}
