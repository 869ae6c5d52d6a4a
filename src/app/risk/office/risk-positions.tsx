import { useTexts } from '#app/office/texts.ts';
import { formatSigned } from '#lib/money/format.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { fewTicks } from '#shared/risk/room.ts';
import { classNames } from '#ui/class-names.ts';
import type { RiskAccount } from '../stores/risk-account.ts';
import { type RiskRow, ticksOf } from '../stores/risk-order.ts';
import { sideText } from './position-text.ts';
import styles from './risk-drawer.module.css';

type RiskPositionsProps = { readonly account: RiskAccount; readonly row: RiskRow };

/** What the account holds, its stops, and how far the market may move against it. */
export function RiskPositions({ account: { positions, hasStops }, row }: RiskPositionsProps) {
  const { strings, t, locale } = useTexts();
  const ticks = ticksOf(row);
  if (positions.length === 0) {
    return (
      <section className="stack gap-1">
        <h3>{strings.risk_position}</h3>
        <p className="muted">{strings.risk_flat}</p>
      </section>
    );
  }
  return (
    <section className="stack gap-1">
      <h3>{strings.risk_position}</h3>
      <dl className={`tabular ${styles.rows}`}>
        {positions.map(({ instrument, month, quantity, entryTicks, openCents, stopTicks }) => (
          <div key={`${instrument} ${month}`} className={styles.held}>
            <div>
              <dt>
                {t('risk_position_at', {
                  position: sideText(strings, contractName(instrument, month), quantity),
                  price: formatPrice(instrument, entryTicks, locale),
                })}
              </dt>
              <dd className={classNames(openCents < 0 && styles.loss)}>{formatSigned(openCents, locale)}</dd>
            </div>
            {hasStops && (
              <div>
                <dt>{strings.risk_stop}</dt>
                <dd className={classNames(stopTicks === null && styles.loss)}>
                  {stopTicks === null ? strings.value_none : formatPrice(instrument, stopTicks, locale)}
                </dd>
              </div>
            )}
          </div>
        ))}
        {ticks !== null && (
          <div>
            <dt>{strings.risk_to_floor}</dt>
            <dd className={classNames(ticks < fewTicks && styles.loss)}>
              <b>{t('risk_ticks', { count: ticks })}</b>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
