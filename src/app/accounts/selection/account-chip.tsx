import { memo } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { formatFigure } from '#lib/money/format.ts';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import type { Account } from '../stores/accounts.ts';
import { selectAccount } from '../stores/selection.ts';
import { type AccountTexts, useTexts } from '../texts.ts';
import { accountListId, lastDigitsOf } from './account-list-id.ts';
import styles from './picker.module.css';

type AccountChipProps = {
  readonly account: Account;
  readonly isPressed: boolean;
};

export const AccountChip = memo(function AccountChip({ account, isPressed }: AccountChipProps) {
  const texts = useTexts();
  const programNames = useProgramNames();
  const { phase, amount } = chipTexts(account, texts);
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isPressed}
      onClick={() => {
        selectAccount(account.id);
        closeAccountList();
      }}
    >
      <span className={styles.name}>
        <strong>
          {programNames[account.program]} {account.size}
        </strong>{' '}
        <span className={styles.muted}>{account.nickname ?? lastDigitsOf(account)}</span>
      </span>
      <span className="text-13 tabular">
        <span className={styles.muted}>{phase}</span> {amount}
      </span>
    </button>
  );
});

/** The sheet on a phone; elsewhere the list isn't a popover. */
export function closeAccountList(): void {
  document.getElementById(accountListId)?.hidePopover();
}

/** "Evaluation" and "$2,658.94", or only the state of an account that isn't traded. */
export function chipTexts(
  { stage, view }: Account,
  { strings, locale }: AccountTexts,
): { readonly phase: string; readonly amount: string } {
  if (!isTraded(stage)) return { phase: strings[`phase_${stage}`], amount: '' };
  if (view.status === 'locked') return { phase: strings.phase_locked, amount: '' };
  const cents = view.remainingDailyDrawdownCents ?? view.equityCents;
  return { phase: strings[`filter_${stage}`], amount: formatFigure(cents, locale) };
}
