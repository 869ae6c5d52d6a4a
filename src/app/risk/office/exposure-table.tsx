import { useStore } from '@nanostores/react';
import styles from '#app/office/office.module.css';
import { useTexts } from '#app/office/texts.ts';
import { DataTable } from '#ui/data-table.tsx';
import { $exposure, filterBy } from '../stores/risk.ts';
import { signed } from './position-text.ts';
import riskStyles from './risk.module.css';

export function ExposureTable() {
  const { strings } = useTexts();
  const exposure = useStore($exposure);
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      <DataTable
        caption={strings.exposure}
        dense
        rows={exposure}
        rowKey={({ instrument }) => instrument}
        empty={<p className="muted">{strings.exposure_none}</p>}
        columns={[
          {
            header: strings.column_instrument,
            cell: ({ instrument }) => (
              <button type="button" className={riskStyles.open} onClick={() => filterBy({ instrument })}>
                {instrument}
              </button>
            ),
          },
          { header: strings.exposure_long, align: 'end', cell: ({ long }) => long },
          { header: strings.exposure_short, align: 'end', cell: ({ short }) => short },
          { header: strings.exposure_net, align: 'end', cell: ({ long, short }) => signed(long - short) },
          { header: strings.column_accounts, align: 'end', cell: ({ accounts }) => accounts },
          {
            header: strings.exposure_largest,
            align: 'end',
            cell: ({ largestShare }) => `${Math.round(largestShare * 100)} %`,
          },
        ]}
      />
    </section>
  );
}
