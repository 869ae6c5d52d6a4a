import { useTexts } from '#app/office/texts.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { lowRoomShare, roomShare } from '#shared/risk/room.ts';
import type { RiskRow } from '../stores/risk-order.ts';
import styles from './risk-table.module.css';

/** The room left as a share of the allowed loss, from the floor at the left; rust when little is left. */
export function RoomBar({ row }: { readonly row: RiskRow }) {
  const { locale } = useTexts();
  const share = roomShare(row);
  if (share === null) return null;
  return (
    <span className={styles.bar} data-low={share < lowRoomShare || undefined}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      </span>
      <b>{share.toLocaleString(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 })}</b>
    </span>
  );
}
