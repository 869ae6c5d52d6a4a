import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { colonOf } from '#lib/with-label.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $features, $voting, type Feature, toggleVote } from '../stores/features.ts';
import styles from './features.module.css';
import { useTexts } from './texts.ts';

const tones = { planned: 'neutral', 'in-progress': 'accent', done: 'success', declined: 'neutral' } as const;

export function FeatureList() {
  const { strings } = useTexts();
  const { status, data } = useStore($features, { ssr: 'initial' });
  const voting = useStore($voting, { ssr: 'initial' });
  const features = data?.features ?? [];
  useEffect(() => void $features.load(), []);
  return (
    <section
      className={`stack gap-5 ${styles.section}`}
      aria-labelledby="features-list"
      aria-busy={status === 'loading'}
    >
      <h2 id="features-list">{strings.list_title}</h2>
      {status === 'loading' && (
        <div role="status">
          <span className="visually-hidden">{strings.list_loading}</span>
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={() => $features.load()}>
          {strings.failed_text}
        </RetryAlert>
      )}
      {status === 'ready' && features.length === 0 && (
        <EmptyState titleLevel={3} title={strings.empty_title} text={strings.empty_text} />
      )}
      {status === 'ready' && features.length > 0 && (
        <ul className="plain">
          {features.map((feature) => (
            <FeatureRow key={feature.id} feature={feature} isVoting={voting.has(feature.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FeatureRow({ feature, isVoting }: { readonly feature: Feature; readonly isVoting: boolean }) {
  const { strings, t, locale } = useTexts();
  const { id, title, message, progress, reason, votes, voted, createdAt } = feature;
  const isClosed = progress === 'done' || progress === 'declined';
  const date = formatDateTime(createdAt, locale, { dateStyle: 'long' });
  return (
    <li className={styles.row}>
      <div className={`stack gap-2 ${styles.vote}`}>
        <span className="tabular strong">{t('votes', { count: votes })}</span>
        {!isClosed && (
          <Button
            variant="outline"
            size="small"
            busy={isVoting}
            aria-pressed={voted}
            onClick={() => void toggleVote(id)}
          >
            {voted && <Icon name="check" size={16} />}
            {strings.vote}
            <span className="visually-hidden">{colonOf(locale) + title}</span>
          </Button>
        )}
      </div>
      <div className={`stack gap-2 breakable ${styles.content}`} lang={feature.locale}>
        <h3>{title}</h3>
        <p>{message}</p>
        {reason !== null && <p lang="en">{reason}</p>}
        <p className={styles.date} lang={locale}>
          {progress !== 'considered' && <Badge tone={tones[progress]}>{strings[`progress_${progress}`]}</Badge>}{' '}
          {t('proposed', { date })}
        </p>
      </div>
    </li>
  );
}
