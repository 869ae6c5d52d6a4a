import { formatFigure, formatMoney, formatSigned } from '#lib/money/format.ts';
import { classNames } from './class-names.ts';
import styles from './money.module.css';

type MoneyProps = {
  readonly cents: number;
  readonly locale: string;
  /** A result: a plus sign for gains, colored by sign. */
  readonly signed?: boolean;
  /** A price or a payment, which names its currency where the language has to. */
  readonly isPrice?: boolean;
  /** Omits zero cents, as in prices. */
  readonly whole?: boolean;
  readonly className?: string | undefined;
};

export function Money({ cents, locale, signed = false, isPrice = false, whole = false, className }: MoneyProps) {
  const tone = signed && cents !== 0 && (cents > 0 ? styles.gain : 'danger');
  const format = signed ? formatSigned : isPrice ? formatMoney : formatFigure;
  return (
    <data value={(cents / 100).toFixed(2)} className={classNames(styles.money, tone, className)}>
      {format(cents, locale, { whole })}
    </data>
  );
}
