import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { capitalize } from '#lib/capitalize.ts';
import { formatDay } from '#lib/format-day.ts';
import { Card } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { $accountNames, type Statistics } from '../stores/statistics.ts';
import { GroupTable } from './group-table.tsx';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';

type GroupsProps = {
  readonly statistics: Statistics;
};

const groupings = ['instrument', 'account', 'month', 'side', 'holding'] as const;
type Grouping = (typeof groupings)[number];

/** The same results by another attribute, one table at a time. */
export function Groups(props: GroupsProps) {
  const { strings } = useTexts();
  const { statistics } = props;
  const [chosen, choose] = useState<Grouping>('instrument');
  const offered = groupings.filter((grouping) => grouping !== 'account' || statistics.byAccount.length > 1);
  const shown = offered.includes(chosen) ? chosen : 'instrument';
  return (
    <Card
      as="section"
      title={strings[`by_${shown}`]}
      aside={
        <Segmented
          label={strings.groups}
          value={shown}
          onChange={choose}
          options={offered.map((value) => ({ value, label: strings[`group_${value}`] }))}
        />
      }
    >
      <Group {...props} grouping={shown} />
    </Card>
  );
}

function Group({ statistics, grouping }: GroupsProps & { readonly grouping: Grouping }): ReactNode {
  const { strings, locale } = useTexts();
  const programNames = useProgramNames();
  const names = useStore($accountNames);
  const title = strings[`by_${grouping}`];
  switch (grouping) {
    case 'instrument':
      return <GroupTable title={title} rows={instrumentRows(statistics)} nameOf={(code) => code} />;
    case 'month':
      return (
        <GroupTable
          title={title}
          rows={statistics.byMonth}
          nameOf={(month) => capitalize(formatDay(month, locale, 'month'), locale)}
        />
      );
    case 'side':
      return <GroupTable title={title} rows={statistics.bySide} nameOf={(side) => strings[`side_${side}`]} />;
    case 'holding':
      return <GroupTable title={title} rows={statistics.byHolding} nameOf={(time) => strings[`holding_${time}`]} />;
    case 'account':
      return (
        <GroupTable
          title={title}
          rows={statistics.byAccount}
          nameOf={(id) => {
            const name = names.find((each) => each.id === id);
            if (!name) return id.slice(0, 6);
            return (
              <>
                {programNames[name.program]} {name.size}
                <span className={`muted text-13 nowrap ${styles.number}`}>{name.platformAccountId}</span>
              </>
            );
          }}
        />
      );
  }
}

/** An instrument traded in several months is followed by a row for each month. */
function instrumentRows({ byInstrument }: Statistics) {
  return byInstrument.flatMap(({ contracts, ...row }) => (contracts.length > 1 ? [row, ...contracts] : [row]));
}
