import { useStore } from '@nanostores/react';
import { memo, useRef } from 'react';
import { textOf, useTexts } from '#app/office/texts.ts';
import { useRowKeys } from '#app/office/use-row-keys.ts';
import { fewTicks } from '#shared/risk/room.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { $isOrderHeld, $riskList, $visibleRows, findRow, isInMarket, type RiskRow, sortBy } from '../stores/risk.ts';
import { $openId, showAccount } from '../stores/risk-account.ts';
import { $riskSort, type RiskSortKey, riskSortKeys, ticksOf } from '../stores/risk-order.ts';
import { EventAge } from './event-age.tsx';
import { positionText } from './position-text.ts';
import styles from './risk-table.module.css';
import { RoomBar } from './room-bar.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

/** All live accounts, nearest to their floor first. Only the rows in view are rendered. */
export function RiskTable() {
  const { strings, t } = useTexts();
  const shown = useStore($visibleRows);
  const openId = useStore($openId);
  useStore($riskSort);
  // Rows change in place, so their changes must trigger a render.
  useStore($riskList);
  const frame = useRef<HTMLDivElement>(null);
  const { first, end, above, below, scrollTo } = useRowsInView(frame, shown.length);
  const findOpener = (id: string) => frame.current?.querySelector<HTMLElement>(`[data-account="${CSS.escape(id)}"]`);
  useRowKeys((step) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-account]')?.dataset['account'];
    const index = shown.indexOf(openId ?? focused ?? '');
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (next === undefined) return;
    scrollTo(shown.indexOf(next));
    // The inspector follows; its row gets the focus back when it closes.
    if (openId !== null) void showAccount(next, { isConnected: true, focus: () => findOpener(next)?.focus() });
    else requestAnimationFrame(() => findOpener(next)?.focus());
  });
  if (shown.length === 0) return <EmptyState title={strings.risk_none} text={strings.none_text} />;
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
            <th scope="col">{strings.risk_who}</th>
            {riskSortKeys.slice(0, 2).map((key) => (
              <RiskSortHeader key={key} name={key} />
            ))}
            <th scope="col" className={styles.position}>
              {strings.risk_position}
            </th>
            {riskSortKeys.slice(2).map((key) => (
              <RiskSortHeader key={key} name={key} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ blockSize: above }} />}
          {shown.slice(first, end).map((id, index) => {
            const row = findRow(id);
            return row && <Row key={id} row={row} index={first + index} isOpen={id === openId} />;
          })}
          {below > 0 && <tr style={{ blockSize: below }} />}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { readonly row: RiskRow; readonly index: number; readonly isOpen: boolean };

/** Renders again only for a new row object: most visible rows don't change within a quarter of a second. */
const Row = memo(function Row({ row, index, isOpen }: RowProps) {
  const { strings, t, locale } = useTexts();
  const { id, account, name, program, size, phase, remainingCents, todayCents, status, positions } = row;
  const ticks = ticksOf(row);
  const isHeld = isInMarket(row);
  return (
    <tr
      aria-rowindex={index + 2}
      className={styles.row}
      data-open={isOpen || undefined}
      onClick={({ currentTarget }) => void showAccount(id, currentTarget.querySelector<HTMLElement>('[data-account]'))}
    >
      <th scope="row">
        <button type="button" className={styles.who} data-account={id} aria-expanded={isOpen}>
          <span className={styles.name} title={name} dir="auto">
            {name}
          </span>
          <span className={styles.account}>
            {account} {isHeld && <span className={styles.narrowShown}>{positionText(strings, positions)}</span>}
            <span className={isHeld ? styles.narrowHidden : undefined}>
              {textOf(strings, 'value', program)} {size}
              <span className={styles.narrowHidden}>, {textOf(strings, 'value', phase).toLowerCase()}</span>
            </span>
            {status !== 'active' && <b>, {textOf(strings, 'value', status)}</b>}
          </span>
        </button>
      </th>
      <td className={styles.room}>
        <RoomBar row={row} />
      </td>
      <td className={classNames(styles.end, styles.remaining)}>
        {remainingCents !== null && <Money cents={remainingCents} locale={locale} />}
      </td>
      <td className={styles.position}>{isHeld && positionText(strings, positions)}</td>
      <td className={classNames(styles.end, styles.ticks, ticks !== null && ticks < fewTicks && styles.low)}>
        {ticks !== null && (
          <>
            <span className={styles.narrowHidden}>{ticks.toLocaleString(locale)}</span>
            <span className={styles.narrowShown}>{t('risk_ticks', { count: ticks })}</span>
          </>
        )}
      </td>
      <td className={classNames(styles.end, styles.today)}>
        {todayCents !== 0 && <Money cents={todayCents} locale={locale} signed className={styles.plain} />}
      </td>
      <td className={classNames(styles.end, styles.event, 'muted')}>
        {row.lastEventAt !== null && <EventAge at={row.lastEventAt} />}
      </td>
    </tr>
  );
});

/** The header of a column that the list can be sorted by; a second click reverses the order. */
function RiskSortHeader({ name }: { readonly name: RiskSortKey }) {
  const { strings } = useTexts();
  const { key, isDescending } = useStore($riskSort);
  const isSorted = key === name;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={classNames(styles[name], name !== 'room' && styles.end)}
      aria-sort={isSorted ? direction : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => sortBy(name)}>
        {strings[`risk_sort_${name}`]}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
