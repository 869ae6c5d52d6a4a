import { linearScale } from '#lib/chart/scale.ts';
import styles from './account-facts.module.css';
import type { CardProps } from './texts.ts';

const height = 64;
const bottom = height - 2;

/** The gauge beside the room left, on a phone only: the floor at the bottom, the equity as its fill. */
export function RoomGauge({ view }: Pick<CardProps['account'], 'view'>) {
  const { equityCents, nearestFloorCents: floorCents, highWaterMarkCents, startingBalanceCents } = view;
  if (floorCents === null) return null;
  const top = Math.max(equityCents, highWaterMarkCents, startingBalanceCents);
  const low = Math.min(floorCents, equityCents);
  const y = linearScale([low, low + Math.max(top - low, 100) * 1.08], [bottom, 0]);
  return (
    <svg className={styles.gauge} width={22} height={height} aria-hidden="true">
      <rect x={6} y={0} width={10} height={bottom} className={styles.track} />
      <rect
        x={6}
        y={y(equityCents)}
        width={10}
        height={Math.max(y(floorCents) - y(equityCents), 0)}
        className={styles.fill}
      />
      <path d={`M0 ${y(floorCents)}H22`} className={styles.floorLine} />
      <path d={`M0 ${y(equityCents)}H22`} className={styles.equityLine} />
    </svg>
  );
}
