import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMoney } from '../../domain/money/format.ts';
import { chicagoMomentText, chicagoTimeText } from '../../lib/chicago-time.ts';
import {
  $breachReport,
  $replay,
  type BreachReport,
  loadBreachReport,
  replayBreach,
  saveInputs,
} from '../../stores/breach.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './accounts.module.css';
import { DisputePart } from './dispute-part.tsx';
import { ruleText } from './rule-text.ts';
import type { CardProps } from './types.ts';

const shownMoments = 12;

/** What ended the account: the rule, the floor at each moment, and the record by which anybody can check it. */
export function BreachCard(props: CardProps) {
  const { account, strings } = props;
  const report = useStore($breachReport);
  const { id } = account;
  useEffect(() => void loadBreachReport(id), [id]);
  return (
    <Card as="section" title={strings.report_title}>
      {report?.accountId === id ? <Report {...props} report={report} /> : <Skeleton shape="row" count={6} />}
    </Card>
  );
}

type ReportProps = CardProps & { readonly report: BreachReport };

function Report(props: ReportProps) {
  const { report, strings, t, locale } = props;
  const money = (cents: number | null) => (cents === null ? strings.table_none : formatMoney(cents, locale));
  const isDaily = report.rule === 'daily-loss';
  const ruling = report.rules.filter(({ field }) =>
    isDaily ? field === 'dailyLossMode' || field === 'dailyLimit' : field === 'drawdownMode' || field === 'maxLoss',
  );
  return (
    <div className={styles.report}>
      <DescriptionList
        ruled
        items={[
          { term: strings.report_moment, value: chicagoMomentText(report.at, locale) },
          { term: strings.chart_equity, value: money(report.equityCents) },
          { term: isDaily ? strings.gauge_daily_floor : strings.chart_floor, value: money(report.floorCents) },
          ...ruling.map((line) => ({
            term: strings[`rule_${line.field}`],
            value: ruleText(line, line.value, strings, locale),
          })),
        ]}
      />
      <DataTable
        caption={strings.report_moments}
        narrow="fit"
        rows={report.moments.slice(-shownMoments)}
        rowKey={(row) => row.sourceId}
        columns={[
          { key: 'at', head: strings.table_time, cell: (row) => chicagoTimeText(row.at, locale) },
          { key: 'type', head: strings.report_event, cell: (row) => strings[`event_${row.type}`] },
          { key: 'equity', head: strings.report_equity, align: 'end', cell: (row) => money(row.equityCents) },
          {
            key: 'floor',
            head: strings.chart_floor,
            align: 'end',
            cell: (row) => money(isDaily ? row.dailyFloorCents : row.floorCents),
          },
        ]}
      />
      <div>
        <p className="soft">{t('report_record', { count: report.inputCount, version: report.rulesVersion })}</p>
        <code className={styles.hash}>{report.inputsSha256}</code>
        <ReplayPart {...props} />
      </div>
      <DisputePart {...props} />
    </div>
  );
}

function ReplayPart({ report, strings, t }: ReportProps) {
  const replay = useStore($replay);
  return (
    <>
      <div className={styles.row}>
        <Button
          variant="outline"
          size="small"
          busy={replay.status === 'running'}
          onClick={() => void replayBreach(report)}
        >
          {strings.replay_action}
        </Button>
        <Button variant="quiet" size="small" onClick={() => void saveInputs(report.accountId)}>
          {strings.replay_save}
        </Button>
        <Button variant="quiet" size="small" onClick={() => globalThis.print()}>
          {strings.report_print}
        </Button>
      </div>
      <p role="status" className={styles.missing}>
        {replay.status === 'failed' && strings.replay_failed}
        {replay.status === 'done' &&
          t(replay.agrees ? (replay.sha256 === null ? 'replay_agrees_unhashed' : 'replay_agrees') : 'replay_differs', {
            count: replay.events,
          })}
      </p>
    </>
  );
}
