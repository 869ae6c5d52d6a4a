import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import styles from '#app/office/office.module.css';
import { OfficeNav } from '#app/office/office-nav.tsx';
import { defineIsland, useTexts } from '#app/office/texts.ts';
import { onDemand } from '#app/shell/on-demand.tsx';
import { useDataAge } from '#app/shell/use-data-age.ts';
import { Button } from '#ui/button.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $areRowsOld, $riskSilentMs, $riskStatus, $riskTotals, followRisk, sortRows } from '../stores/risk.ts';
import { $openRiskAccount } from '../stores/risk-account.ts';
import { $riskSort } from '../stores/risk-order.ts';
import { ExposureStrip } from './exposure-strip.tsx';
import riskStyles from './risk.module.css';
import { RiskFilters } from './risk-filters.tsx';
import { RiskQueues } from './risk-queues.tsx';
import { RiskTable } from './risk-table.tsx';

const RiskDrawer = onDemand(async () => (await import('./risk-drawer.tsx')).RiskDrawer);

export const RiskIsland = defineIsland({ route: 'riskManager', screen: RiskScreen });

function RiskScreen() {
  return (
    <div className={`stack ${styles.office}`}>
      <OfficeNav route="riskManager" />
      <div className={`stack gap-5 ${styles.page}`}>
        <RiskDesk />
      </div>
    </div>
  );
}

function RiskDesk() {
  const { strings } = useTexts();
  const status = useStore($riskStatus);
  const isOld = useStore($areRowsOld);
  const hasOpen = useStore($openRiskAccount) !== null;
  useEffect(() => followRisk(), []);
  return (
    <div className={riskStyles.desk} data-old={isOld || undefined}>
      <div className="stack gap-3">
        <Heading />
        {status === 'failed' && (
          <RetryAlert
            title={strings.failed_title}
            action={strings.retry}
            onRetry={() => globalThis.location.reload()}
          />
        )}
        <RiskQueues isWaiting={status === 'loading'} />
        {(status === 'live' || status === 'reconnecting') && <ExposureStrip />}
        {status !== 'failed' && <RiskFilters />}
        {status === 'loading' && <Skeleton shape="row" count={14} />}
        {(status === 'live' || status === 'reconnecting') && <RiskTable />}
      </div>
      {hasOpen && <RiskDrawer fallback={null} />}
    </div>
  );
}

function Heading() {
  const { strings, t, locale } = useTexts();
  const status = useStore($riskStatus);
  const age = useDataAge($riskSilentMs, locale);
  const { accounts, inMarket } = useStore($riskTotals);
  const { key } = useStore($riskSort);
  return (
    <header className={`cluster ${riskStyles.heading}`}>
      <h1 className={styles.title}>{strings.risk}</h1>
      <p role="status" className="muted">
        {status === 'reconnecting' && strings.risk_reconnecting}
        {status === 'live' && t('risk_summary', { count: accounts, held: inMarket })}
      </p>
      {age !== null && <p className="danger">{age}</p>}
      <p className="muted">
        {t('risk_sorted', { column: strings[`risk_sort_${key}`].toLowerCase() })}
        <Button label={strings.risk_sort} variant="quiet" size="small" onClick={sortRows} />
      </p>
    </header>
  );
}
