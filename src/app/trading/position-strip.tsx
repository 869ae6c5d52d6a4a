import { useStore } from '@nanostores/react';
import { formatLocale } from '#lib/format-locale.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { exitResultCents, openResultCents, ticksToFloor } from '#shared/trading/order-risk.ts';
import { Money } from '#ui/money.tsx';
import type { Width } from '#ui/use-width.ts';
import { ExitButtons } from './exit-buttons.tsx';
import styles from './position-strip.module.css';
import { $contract, isOfContract } from './stores/account.ts';
import { $marketFrame } from './stores/market.ts';
import { findExitTicks } from './stores/quote.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type PositionStripProps = {
  readonly trading: Trading;
  readonly remainingCents: number | null;
  readonly width: Width;
};

type Position = Trading['positions'][number];

/** What is held, what closing it would bring, what protects it, and the buttons that close it. */
export function PositionStrip({ trading, remainingCents, width }: PositionStripProps) {
  const { strings, t, locale } = useTexts();
  const { positions, orders, followsMarket } = trading;
  const contract = useStore($contract);
  const streamed = useStore($marketFrame);
  const frame = followsMarket ? streamed : null;
  const held = positions.find((each) => isOfContract(each, contract));
  const ticks = remainingCents === null ? null : ticksToFloor(contract.instrument, positions, remainingCents);
  const exits = orders.filter(
    (order) =>
      order.status === 'working' &&
      (order.role === 'target' || order.role === 'protective-stop') &&
      isOfContract(order, contract),
  );
  return (
    <section
      id="positions"
      tabIndex={-1}
      className={`cluster small tabular ${styles.strip}`}
      aria-label={strings.positions}
    >
      {positions.length === 0 && <p className="muted">{strings.positions_empty}</p>}
      <ul className={`cluster ${styles.positions}`}>
        {positions.map((position) => (
          <li key={`${position.instrument}${position.month}`} className={`cluster ${styles.position}`}>
            <PositionText position={position} exitTicks={findExitTicks(frame, position) ?? position.lastPriceTicks} />
          </li>
        ))}
      </ul>
      {width !== 'phone' &&
        held !== undefined &&
        exits.map(({ id, role, priceTicks, quantity }) => (
          <span key={id} className={styles.fact}>
            <span className="muted">{strings[role === 'target' ? 'strip_target' : 'strip_stop']}</span>{' '}
            {priceTicks !== null && formatPrice(contract.instrument, priceTicks, locale)}{' '}
            {priceTicks !== null && (
              <Money cents={exitResultCents(held, quantity, priceTicks)} locale={locale} signed />
            )}
          </span>
        ))}
      {width !== 'phone' && ticks !== null && (
        <span className={styles.fact}>
          {t('after_ticks', { count: ticks, ticks: ticks.toLocaleString(formatLocale(locale)) })}
        </span>
      )}
      <ExitButtons trading={trading} only={width === 'phone' ? 'flatten' : 'all'} />
    </section>
  );
}

function PositionText({ position, exitTicks }: { readonly position: Position; readonly exitTicks: number }) {
  const { t, locale } = useTexts();
  const { instrument, month, quantity, costTicks } = position;
  const values = {
    quantity: Math.abs(quantity).toLocaleString(formatLocale(locale)),
    contract: contractName(instrument, month),
  };
  return (
    <>
      <strong>{t(quantity > 0 ? 'after_long' : 'after_short', values)}</strong>{' '}
      <span className="muted">{t('strip_at', { price: formatPrice(instrument, costTicks / quantity, locale) })}</span>{' '}
      <Money cents={openResultCents(position, exitTicks)} locale={locale} signed className={styles.result} />
    </>
  );
}
