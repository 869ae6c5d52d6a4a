import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { PriceCheckButton } from '#app/shell/price-check-button.tsx';
import { PriceCheckDialog } from '#app/shell/price-check-dialog.tsx';
import type { ShownPrice } from '#app/shell/stores/price-check.ts';
import { formatShare } from '#i18n/format.ts';
import { chicagoRecordText } from '#lib/chicago-time.ts';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { breachedRuleOf } from '#shared/accounts/rules/breached-rule.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { momentItem } from '../both-times.ts';
import { FailedAlert } from '../failed-alert.tsx';
import {
  $breachReport,
  $replay,
  type BreachReport,
  loadBreachReport,
  replayBreach,
  saveDocument,
  saveEventLog,
} from '../stores/breach.ts';
import { type AccountTexts, type CardProps, useTexts } from '../texts.ts';
import styles from './breach.module.css';
import { BreachMoments } from './breach-moments.tsx';
import { BreachPrintHeader } from './breach-print-header.tsx';
import { breachReportId } from './breach-report-id.ts';
import { DisputePart } from './dispute-part.tsx';

/** What ended the account: the rule, the floor at each moment, and the record with which anyone can verify it. */
export function BreachCard(props: CardProps) {
  const { strings } = useTexts();
  const { account } = props;
  const { status, data: report } = useStore($breachReport);
  const { id } = account;
  useEffect(() => void loadBreachReport(id), [id]);
  if (status === 'failed') {
    return <FailedAlert title={strings.report_failed} again={() => loadBreachReport(id)} />;
  }
  return (
    <Card as="section" id={breachReportId} title={strings.report_title} data-print="only">
      {report?.accountId === id ? <Report {...props} report={report} /> : <Skeleton shape="row" count={6} />}
    </Card>
  );
}

type ReportProps = CardProps & { readonly report: BreachReport };

function Report(props: ReportProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const { report } = props;
  const money = (cents: number | null) => (cents === null ? strings.table_none : formatFigure(cents, locale));
  const isDaily = report.rule === 'daily-loss';
  const floorName = isDaily ? strings.gauge_daily_floor : strings.chart_floor;
  const { balanceCents, positions } = props.account.view;
  const costCents = balanceCents - report.equityCents;
  // The platform closes at the market, so what is left isn't what the equity was.
  const liquidated =
    costCents === 0 || positions.length > 0
      ? []
      : [{ term: strings.report_liquidated, value: `${money(balanceCents)} (${formatSigned(costCents, locale)})` }];
  const shown = props.account.simulated ? findBreachPrice(report) : null;
  return (
    <div className={styles.report}>
      <BreachPrintHeader {...props} />
      <div className={styles.verdict}>
        <DescriptionList
          ruled
          items={[
            { ...momentItem(strings.report_moment, report.at, texts), value: chicagoRecordText(report.at, locale) },
            { term: strings.chart_equity, value: money(report.equityCents) },
            { term: floorName, value: money(report.floorCents) },
            ...liquidated,
          ]}
        />
        <div>
          <h3 className={styles.ruleName}>{strings.report_rule}</h3>
          <p>{breachedRuleText({ ...props, ...texts })}</p>
        </div>
      </div>
      <BreachMoments {...props} />
      {shown && (
        <div>
          <PriceCheckButton price={shown} />
          <PriceCheckDialog />
        </div>
      )}
      <div>
        <p className="muted">{t('report_record', { count: report.inputCount, version: report.rulesVersion })}</p>
        <code className={styles.hash}>{report.inputsSha256}</code>
        <ReplayPart {...props} />
      </div>
      <DisputePart {...props} />
    </div>
  );
}

function findBreachPrice({ moments }: BreachReport): ShownPrice | null {
  const last = moments.findLast(({ price }) => price !== null);
  if (!last?.price) return null;
  return { ...last.price, at: last.at };
}

function breachedRuleText({ report, strings, t, locale }: ReportProps & AccountTexts): string {
  const { text, loss, lockCents } = breachedRuleOf(report.rules, report.rule);
  return [
    t(`rule_text_${text}`, {
      loss: loss.unit === 'cents' ? formatFigure(loss.value, locale) : formatShare(loss.value, locale),
    }),
    ...(lockCents === null ? [] : [t('rule_text_lock', { lock: formatFigure(lockCents, locale) })]),
    strings.rule_text_always,
  ].join(' ');
}

function ReplayPart({ report }: ReportProps) {
  const { strings, t } = useTexts();
  const replay = useStore($replay);
  return (
    <>
      <div className={`cluster gap-2 ${styles.row}`}>
        <Button
          label={strings.replay_action}
          variant="outline"
          size="small"
          busy={replay.status === 'running'}
          onClick={() => void replayBreach(report)}
        />
        <Button
          label={strings.replay_save}
          variant="quiet"
          size="small"
          onClick={() => void saveEventLog(report.accountId)}
        />
        <Button label={strings.report_print} variant="quiet" size="small" onClick={() => globalThis.print()} />
        <Button
          label={strings.report_pdf}
          variant="quiet"
          size="small"
          onClick={() => void saveDocument(report.accountId)}
        />
      </div>
      <p role="status" className={styles.result}>
        {replay.status === 'failed' && strings.replay_failed}
        {replay.status === 'done' &&
          t(replay.agrees ? (replay.sha256 === null ? 'replay_agrees_unhashed' : 'replay_agrees') : 'replay_differs', {
            count: replay.events,
          })}
      </p>
    </>
  );
}
