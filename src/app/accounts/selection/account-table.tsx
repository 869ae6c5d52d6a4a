import { useProgramNames } from '#app/shell/program-names.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import type { Account } from '../stores/accounts.ts';
import { selectAccount } from '../stores/selection.ts';
import { useTexts } from '../texts.ts';
import { chipTexts } from './account-chip.tsx';
import styles from './picker.module.css';

type AccountTableProps = {
  readonly accounts: readonly Account[];
  readonly selectedId: string | undefined;
};

/** All accounts, one a row. The name selects the account below. */
export function AccountTable({ accounts, selectedId }: AccountTableProps) {
  const texts = useTexts();
  const programNames = useProgramNames();
  const { strings, locale } = texts;
  const columns: readonly Column<Account>[] = [
    {
      header: strings.table_account,
      cell: ({ id, program, size }) => (
        <button type="button" className={styles.row} aria-pressed={id === selectedId} onClick={() => selectAccount(id)}>
          {programNames[program]} {size}
        </button>
      ),
    },
    { header: strings.nickname, cell: ({ nickname }) => nickname ?? '' },
    { header: strings.table_number, cell: ({ platformAccountId }) => platformAccountId },
    { header: strings.filter_phase, cell: (account) => chipTexts(account, texts).phase },
    {
      header: strings.gauge_remaining,
      align: 'end',
      cell: ({ stage, view }) =>
        !isOver(stage) && view.remainingDailyDrawdownCents !== null ? (
          <Money cents={view.remainingDailyDrawdownCents} locale={locale} />
        ) : null,
    },
    {
      header: strings.fact_today,
      align: 'end',
      cell: ({ stage, view }) => (isOver(stage) ? null : <Money cents={dayResultCents(view)} locale={locale} signed />),
    },
  ];
  return (
    <div className={styles.table}>
      <DataTable caption={strings.choose} dense rows={accounts} rowKey={({ id }) => id} columns={columns} />
    </div>
  );
}
