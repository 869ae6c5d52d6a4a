import { useStore } from '@nanostores/react';
import { isTraded } from '../../domain/account/lifecycle.ts';
import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { $selected, $shown, selectAccount } from '../../stores/account-selection.ts';
import type { Account } from '../../stores/accounts.ts';
import { classNames } from '../../ui/class-names.ts';
import { AccountFilters } from './account-filters.tsx';
import styles from './picker.module.css';
import type { AccountStrings, AccountsProps, CardProps } from './types.ts';

type AccountPickerProps = {
  /** The number of all accounts, including filtered ones. */
  readonly count: number;
  readonly strings: AccountStrings;
  readonly t: CardProps['t'];
  readonly programmeNames: AccountsProps['programmeNames'];
  readonly locale: Locale;
};

/** Up to this many, filters aren't needed. */
const fewAccounts = 3;

/** One button per account with its remaining drawdown, the number people look for. */
export function AccountPicker({ count, strings, t, programmeNames, locale }: AccountPickerProps) {
  const shown = useStore($shown);
  const selected = useStore($selected);
  return (
    <div className={styles.picker}>
      {(count > fewAccounts || shown.length < count) && <AccountFilters {...{ strings, t, programmeNames, count }} />}
      <nav aria-label={strings.choose} className={styles.chips}>
        {shown.map((entry) => (
          <button
            key={entry.id}
            type="button"
            className={classNames(styles.chip, entry.view.status === 'breached' && styles.ended)}
            aria-pressed={entry.id === selected?.id}
            onClick={() => selectAccount(entry.id)}
          >
            <span className={styles.chipName}>
              {programmeNames[entry.programme]} {entry.size}
            </span>
            <span className={styles.chipRoom}>{roomText(entry, strings, t, locale)}</span>
          </button>
        ))}
      </nav>
    </div>
  );
}

function roomText(entry: Account, strings: AccountStrings, t: CardProps['t'], locale: Locale): string {
  const { stage } = entry;
  const { status, remainingDailyDrawdownCents, equityCents } = entry.view;
  if (!isTraded(stage)) return strings[`phase_${stage}`];
  if (status === 'locked') return strings.phase_locked;
  if (remainingDailyDrawdownCents === null) return formatMoney(equityCents, locale);
  return t('chip_remaining', { amount: formatMoney(remainingDailyDrawdownCents, locale) });
}
