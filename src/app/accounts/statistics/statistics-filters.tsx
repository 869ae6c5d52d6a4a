import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import {
  $accountNames,
  $choice,
  $isStale,
  choose,
  loadStatistics,
  type StatisticsPeriod,
} from '../stores/statistics.ts';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';
import type { StatisticsProps } from './types.ts';

const periods = ['week', 'month', 'quarter', 'all'] as const satisfies readonly StatisticsPeriod[];
const allAccounts = '';

export function StatisticsFilters({ programNames }: Pick<StatisticsProps, 'programNames'>) {
  const { strings } = useTexts();
  const { accountId, period } = useStore($choice);
  const names = useStore($accountNames);
  const isStale = useStore($isStale);
  return (
    <div className={styles.chooser}>
      <Select
        label={strings.account}
        value={accountId ?? allAccounts}
        onChange={({ target }) => void choose({ accountId: target.value === allAccounts ? null : target.value })}
        options={[
          { value: allAccounts, label: strings.account_all },
          ...names.map(({ id, program, size, platformAccountId }) => ({
            value: id,
            label: `${programNames[program]} ${size}, ${platformAccountId}`,
          })),
        ]}
      />
      <Segmented
        label={strings.period}
        value={period}
        onChange={(value) => void choose({ period: value })}
        options={periods.map((value) => ({ value, label: strings[`period_${value}`] }))}
      />
      <p role="status">
        {isStale && (
          <Button variant="quiet" size="small" onClick={() => void loadStatistics()}>
            {strings.stale}
          </Button>
        )}
      </p>
    </div>
  );
}
