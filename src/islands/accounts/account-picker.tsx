import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { pathTo } from '../../routes.ts';
import { type Account, selectAccount } from '../../stores/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './accounts.module.css';
import type { AccountStrings, AccountsProps, CardProps } from './types.ts';

type AccountPickerProps = {
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly strings: AccountStrings;
  readonly t: CardProps['t'];
  readonly programmeNames: AccountsProps['programmeNames'];
  readonly locale: Locale;
};

/** One button an account, each with the room it has left: the number people come for. */
export function AccountPicker({ accounts, account, strings, t, programmeNames, locale }: AccountPickerProps) {
  return (
    <div className={styles.picker}>
      <nav aria-label={strings.choose} className={styles.chips}>
        {accounts.map((entry) => (
          <button
            key={entry.id}
            type="button"
            className={classNames(styles.chip, entry.view.status === 'breached' && styles.ended)}
            aria-pressed={entry.id === account.id}
            onClick={() => selectAccount(entry.id)}
          >
            <span className={styles.chipName}>
              {programmeNames[entry.programme]} {entry.size}
            </span>
            <span className={styles.chipRoom}>{roomText(entry, strings, t, locale)}</span>
          </button>
        ))}
      </nav>
      <div className={styles.leave}>
        <Button href={pathTo('statistics', {}, locale)} variant="quiet" size="small">
          {strings.statistics}
        </Button>
      </div>
    </div>
  );
}

function roomText(entry: Account, strings: AccountStrings, t: CardProps['t'], locale: Locale): string {
  const { status, roomTodayCents, equityCents } = entry.view;
  if (status === 'breached' || status === 'passed') return strings[`phase_${status}`];
  if (roomTodayCents === null) return formatMoney(equityCents, locale);
  return t('chip_room', { amount: formatMoney(roomTodayCents, locale) });
}
