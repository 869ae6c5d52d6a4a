import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { lossAtStopCents } from '#shared/exchange/loss-at-stop.ts';
import { openedContracts, positionsAfter, ticksToFloor } from '#shared/trading/order-risk.ts';
import styles from './order-ticket.module.css';
import { isOfContract } from './stores/account.ts';
import type { TicketOrder } from './stores/order-ticket.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type OrderRiskProps = {
  readonly order: TicketOrder;
  readonly positions: Trading['positions'];
  /** Equity above the nearest floor; null without a floor. */
  readonly remainingCents: number | null;
};

/** Where the account will stand after the order, and what its stop can cost. */
export function OrderRisk(props: OrderRiskProps) {
  return (
    <div className={`stack gap-2 ${styles.risk}`}>
      <After {...props} />
      <AtStop {...props} />
    </div>
  );
}

function After({ order, positions, remainingCents }: OrderRiskProps) {
  const { strings, t, locale } = useTexts();
  const { instrument, month, quantity, type } = order;
  const after = positionsAfter(positions, order);
  const held = after.find((each) => isOfContract(each, order))?.quantity ?? 0;
  const direction = held === 0 ? 'flat' : held > 0 ? 'long' : 'short';
  const feesCents = quantity * instruments[instrument].feeCents;
  const ticks =
    remainingCents === null ? null : ticksToFloor(instrument, after, Math.max(0, remainingCents - feesCents));
  const before = remainingCents === null ? null : ticksToFloor(instrument, positions, remainingCents);
  const numberOf = (count: number) => count.toLocaleString(formatLocale(locale));
  return (
    <p>
      <span className={styles.riskLabel}>{type === 'market' ? strings.after_title : strings.after_filled}</span>
      <strong className={styles.after}>
        {t(`after_${direction}`, { quantity: numberOf(Math.abs(held)), contract: contractName(instrument, month) })}
      </strong>
      {ticks !== null && <> {t('after_ticks', { count: ticks, ticks: numberOf(ticks) })}</>}
      {before !== null && <span className="muted"> {t('after_before', { ticks: numberOf(before) })}</span>}
    </p>
  );
}

function AtStop({ order, positions, remainingCents }: OrderRiskProps) {
  const { strings, t, locale } = useTexts();
  const { instrument, side, bracket } = order;
  const position = positions.find((each) => isOfContract(each, order));
  const quantity = openedContracts(position?.quantity ?? 0, side, order.quantity);
  if (quantity === 0) return null;
  const stopTicks = bracket?.stopTicks ?? null;
  if (stopTicks === null) return <p>{strings.risk_no_stop}.</p>;
  const loss = lossAtStopCents({ instrument, quantity }, stopTicks);
  const isOver = remainingCents !== null && loss > remainingCents;
  const text =
    remainingCents === null
      ? formatFigure(loss, locale)
      : t('risk_of_room', { loss: formatFigure(loss, locale), room: formatFigure(remainingCents, locale) });
  return (
    <p data-over={isOver || undefined}>
      <span className={styles.riskLabel}>{strings.risk_at_stop}</span>
      <strong className="tabular">{text}</strong> <span>{isOver ? strings.risk_over : strings.risk_gap}</span>
    </p>
  );
}
