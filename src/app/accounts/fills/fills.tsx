import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { showsLocalTime } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import page from '#ui/account-page.module.css';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useWidth } from '#ui/use-width.ts';
import { $fills, followFills, loadFills, loadOlderFills, saveFills } from '../stores/fills.ts';
import { FillFilters } from './fill-filters.tsx';
import { FillTable } from './fill-table.tsx';
import styles from './fills.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const FillsIsland = defineIsland({ route: 'fills', screen: Fills, skeleton: FillsSkeleton });

function FillsSkeleton() {
  return (
    <div className={page.page}>
      <Skeleton shape="heading" width="short" />
      <Card>
        <Skeleton shape="row" count={12} />
      </Card>
    </div>
  );
}

function Fills() {
  const { strings, t, locale } = useTexts();
  const { status, accounts, accountId, fills, older } = useStore($fills);
  const shown = accounts.find(({ id }) => id === accountId);
  const isPhone = useWidth() === 'phone';
  useEffect(() => followFills(), []);
  if (status === 'loading' && accounts.length === 0) return <FillsSkeleton />;
  const tools = fills.length > 0 && (
    <div className={`cluster ${page.tools}`}>
      <Button label={strings.csv} variant="outline" size="small" onClick={() => void saveFills()} />
      {shown && (
        <Button
          label={strings.odds}
          variant="outline"
          size="small"
          href={`${pathTo(programRoutes[shown.program], {}, locale)}#account=${shown.id}`}
        />
      )}
    </div>
  );
  return (
    <div className={page.page}>
      <header className="cluster">
        <h1 className={page.title}>{strings.title}</h1>
        {accounts.length > 0 && <FillFilters />}
      </header>
      {!isPhone && tools}
      {status === 'failed' ? (
        <RetryAlert title={strings.failed_title} action={strings.failed_action} onRetry={loadFills} />
      ) : accountId === null ? (
        <EmptyState
          title={strings.no_account_title}
          text={strings.no_account_text}
          action={<Button label={strings.no_account_action} href={pathTo('evaluations', {}, locale)} />}
        />
      ) : (
        <Card as="section" aria-label={strings.title} aria-busy={status === 'loading'}>
          <p role="status" className={`${styles.count} muted`}>
            {status === 'ready' && t(older === null ? 'count' : 'count_more', { count: fills.length })}
            {showsLocalTime() && (
              <span className={styles.phone}>
                {status === 'ready' && ' · '}
                {strings.local_time_note}
              </span>
            )}
          </p>
          {status === 'loading' && fills.length === 0 ? (
            <Skeleton shape="row" count={12} />
          ) : (
            <FillTable fills={fills} />
          )}
          {older !== null && (
            <p className={styles.more}>
              <Button label={strings.older} variant="outline" size="small" onClick={() => void loadOlderFills()} />
            </p>
          )}
        </Card>
      )}
      <p>
        <a href={pathTo('myAccount', {}, locale)}>{strings.back}</a>
      </p>
      {isPhone && tools}
    </div>
  );
}
