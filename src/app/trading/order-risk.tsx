import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { lossAtStopCents, openedContracts, ticksToFloor } from '#shared/trading/order-risk.ts';
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

/** What the order can cost, compared with the remaining drawdown. */
export function OrderRisk({ order, positions, remainingCents }: OrderRiskProps) {
  const { strings, t, locale } = useTexts();
  const { instrument, side, bracket } = order;
  const position = positions.find((each) => isOfContract(each, order));
  const quantity = openedContracts(position?.quantity ?? 0, side, order.quantity);
  if (quantity === 0) return <p className={styles.risk}>{strings.risk_closes}</p>;
  const sized = { instrument, quantity };
  const stopTicks = bracket?.stopTicks ?? null;
  if (stopTicks === null) {
    if (remainingCents === null) return <p className={styles.risk}>{strings.risk_no_stop}</p>;
    const count = ticksToFloor(sized, remainingCents);
    return (
      <p className={styles.risk}>
        <strong>{strings.risk_no_stop}.</strong>{' '}
        {t('risk_ticks', { count, ticks: count.toLocaleString(formatLocale(locale)) })}
      </p>
    );
  }
  const loss = lossAtStopCents(sized, stopTicks);
  const isOver = remainingCents !== null && loss > remainingCents;
  const text =
    remainingCents === null
      ? formatMoney(loss, locale)
      : t('risk_of_room', { loss: formatMoney(loss, locale), room: formatMoney(remainingCents, locale) });
  return (
    <p className={styles.risk} data-over={isOver || undefined}>
      <span className={styles.riskLabel}>{strings.risk_at_stop}</span>
      <strong className="tabular">{text}</strong> <span>{isOver ? strings.risk_over : strings.risk_gap}</span>
    </p>
  );
}
