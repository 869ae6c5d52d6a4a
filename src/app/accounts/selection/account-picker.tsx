import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import { classNames } from '#ui/class-names.ts';
import type { Account } from '../stores/accounts.ts';
import { $selected, $visibleAccounts, selectAccount } from '../stores/selection.ts';
import { type AccountTexts, useTexts } from '../texts.ts';
import type { AccountsProps } from '../types.ts';
import { AccountFilters } from './account-filters.tsx';
import styles from './picker.module.css';

type AccountPickerProps = {
  /** The number of all accounts, including filtered ones. */
  readonly count: number;
  readonly programNames: AccountsProps['programNames'];
};

/** Filters appear only above this many accounts. */
const maxAccountsWithoutFilters = 3;

/** On a phone, scrolls only this line until the chosen account is centered, unless it is already in view. */
function showPressed(line: HTMLElement | null): void {
  const pressed = line?.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
  if (!line || !pressed) return;
  const { left, right, width } = line.getBoundingClientRect();
  if (pressed.left < left || pressed.right > right)
    line.scrollLeft += pressed.left - left - (width - pressed.width) / 2;
}

/** One button per account with its remaining drawdown, the number people look for. */
export function AccountPicker({ count, programNames }: AccountPickerProps) {
  const texts = useTexts();
  const { strings } = texts;
  const shown = useStore($visibleAccounts);
  const selected = useStore($selected);
  const selectedId = selected?.id;
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    void selectedId;
    showPressed(line.current);
  }, [selectedId]);
  return (
    <div className={styles.picker}>
      {(count > maxAccountsWithoutFilters || shown.length < count) && <AccountFilters {...{ programNames, count }} />}
      <nav ref={line} aria-label={strings.choose} className={styles.chips}>
        {shown.map((entry) => (
          <button
            key={entry.id}
            type="button"
            className={classNames(styles.chip, entry.view.status === 'breached' && styles.ended)}
            aria-pressed={entry.id === selectedId}
            onClick={() => selectAccount(entry.id)}
          >
            <span className={styles.chipName}>
              {programNames[entry.program]} {entry.size}
            </span>
            <span className={styles.chipRemaining}>{remainingText(entry, texts)}</span>
          </button>
        ))}
      </nav>
      <p className={styles.links}>
        <a href={pathTo('journal', {}, texts.locale)}>{strings.journal_link}</a>
        {count > 1 && <a href={pathTo('copier', {}, texts.locale)}>{strings.thor_link}</a>}
      </p>
    </div>
  );
}

function remainingText(entry: Account, { strings, t, locale }: AccountTexts): string {
  const { stage } = entry;
  const { status, remainingDailyDrawdownCents, equityCents } = entry.view;
  if (!isTraded(stage)) return strings[`phase_${stage}`];
  if (status === 'locked') return strings.phase_locked;
  if (remainingDailyDrawdownCents === null) return formatMoney(equityCents, locale);
  return t('chip_remaining', { amount: formatMoney(remainingDailyDrawdownCents, locale) });
}
