import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import { currentParams } from '#app/shell/stores/navigation.ts';
import { formatCount } from '#i18n/performance-review.ts';
import { chicagoRecordText } from '#lib/chicago-time.ts';
import { pathTo } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './performance-review.module.css';
import { ReportSections } from './report-sections.tsx';
import { createReview, type Review, savePerformanceReview } from './stores/review.ts';
import { defineIsland, useTexts } from './texts.ts';

export const PerformanceReviewIsland = defineIsland({ route: 'ownPerformanceReview', screen: PerformanceReview });

function PerformanceReview() {
  const { strings } = useTexts();
  const [store] = useState(() => createReview(currentParams()['reviewId'] ?? ''));
  const state = useStore(store.$review);
  useEffect(() => store.start(), [store]);
  return (
    <div className={`container ${styles.page}`} aria-busy={state.status === 'loading'}>
      {state.status === 'loading' && <Loading label={strings.loading} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={store.$review.load} />
      )}
      {state.status === 'missing' && <Empty title={strings.missing_title} text={strings.missing_text} />}
      {state.status === 'ready' && <LoadedReview review={state.data} />}
    </div>
  );
}

function LoadedReview({ review }: { readonly review: Review }) {
  const { strings, t, locale } = useTexts();
  const { account, report, status } = review;
  if (status === 'pending') {
    return (
      <div role="status">
        <Empty title={strings.pending_title} text={strings.pending_text} />
      </div>
    );
  }
  if (report === null) return <Empty title={strings.revoked_title} text={strings.revoked_text} />;
  return (
    <>
      <header className={`cluster ${styles.header}`}>
        <div className={styles.heading}>
          <h1>{strings.title}</h1>
          <p>
            {account.name}, {account.platformAccountId} {review.isSample && <Badge>{strings.sample}</Badge>}
          </p>
          <p className="muted">
            {t('until', { time: chicagoRecordText(review.requestedAt, locale) })}
            {getLocalTimeSuffix(review.requestedAt, { t, locale })}
          </p>
        </div>
        <div className={`cluster ${styles.actions}`}>
          <Button
            label={strings.pdf}
            variant="outline"
            size="small"
            onClick={() => void savePerformanceReview(review.id)}
          />
          <Button label={strings.print} variant="quiet" size="small" onClick={() => globalThis.print()} />
        </div>
      </header>
      {review.comment !== '' && (
        <section className={styles.comment} aria-labelledby="comment">
          <h2 id="comment">{strings.comment_title}</h2>
          <p className={styles.commentText}>{review.comment}</p>
        </section>
      )}
      <ReportSections report={report} />
      <section className={styles.method} aria-labelledby="method">
        <h2 id="method">{strings.method_title}</h2>
        <p className="muted">
          {t('method_text', {
            ...{ seed: String(report.seed), draws: formatCount(report.draws, locale) },
            ...{ version: account.rulesVersion, count: formatCount(review.inputCount ?? 0, locale) },
          })}
        </p>
        <code className="breakable text-13">{review.inputsSha256}</code>
        <p className="muted">{strings.disclosure}</p>
      </section>
    </>
  );
}

function Empty({ title, text }: { readonly title: string; readonly text: string }) {
  const { strings, locale } = useTexts();
  const action = <Button label={strings.to_accounts} href={pathTo('myAccount', {}, locale)} />;
  return <EmptyState titleLevel={1} title={title} text={text} action={action} />;
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className="visually-hidden">{label}</span>
      <Skeleton shape="heading" width="short" />
      <Skeleton shape="text" count={3} />
      <Skeleton shape="row" count={6} />
      <Skeleton shape="chart" />
    </div>
  );
}
