import { chicagoDayText } from '#lib/chicago-time.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import type { BreachReport } from '../stores/breach.ts';
import { type CardProps, useTexts } from '../texts.ts';
import styles from './breach.module.css';

/** Names the person and the account of the report; print only, where the screen's own header is missing. */
export function BreachPrintHeader({ account, report }: CardProps & { readonly report: BreachReport }) {
  const { strings, locale } = useTexts();
  return (
    <div className={styles.printHeader}>
      <p className={styles.firm}>{report.firm}</p>
      <DescriptionList
        ruled
        items={[
          { term: strings.report_trader, value: report.trader },
          { term: strings.credentials_account, value: `${account.platformAccountId}, ${account.size}` },
          { term: strings.report_opened, value: chicagoDayText(report.openedAt, locale) },
          { term: strings.report_issued, value: chicagoDayText(Date.now(), locale) },
        ]}
      />
    </div>
  );
}
