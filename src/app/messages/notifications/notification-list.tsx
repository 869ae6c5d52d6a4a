import { useState } from 'react';
import { capitalize } from '#lib/capitalize.ts';
import { formatLocalDay } from '#lib/format-date-time.ts';
import { Select } from '#ui/select.tsx';
import type { Message } from '../stores/notifications.ts';
import { NotificationEntry } from './notification-entry.tsx';
import styles from './notifications.module.css';
import { useTexts } from './texts.ts';

const filters = ['all', 'unread', 'accounts', 'other'] as const;
type Filter = (typeof filters)[number];

const matches: Readonly<Record<Filter, (message: Message) => boolean>> = {
  all: () => true,
  unread: ({ read }) => !read,
  accounts: ({ kind }) => kind.startsWith('account_'),
  other: ({ kind }) => !kind.startsWith('account_'),
};

/** Notifications by day, newest first; the filter applies to the loaded ones. */
export function NotificationList({ list }: { readonly list: readonly Message[] }) {
  const { strings, locale } = useTexts();
  const [filter, setFilter] = useState<Filter>('all');
  const days = groupByDay(list.filter(matches[filter]), locale);
  return (
    <>
      <Select
        label={strings.filter}
        value={filter}
        options={filters.map((value) => ({ value, label: strings[`filter_${value}`] }))}
        onChange={({ target }) => setFilter(filters.find((value) => value === target.value) ?? 'all')}
      />
      {days.length === 0 && (
        <p role="status" className="muted">
          {strings.filter_empty}
        </p>
      )}
      {days.map(({ key, label, messages }) => (
        <section key={key} className={styles.day}>
          <h2 className={styles.dayTitle}>{label}</h2>
          <ol className={styles.list}>
            {messages.map((message) => (
              <NotificationEntry key={message.number} message={message} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

type Day = { readonly key: string; readonly label: string; readonly messages: readonly Message[] };

/** Groups notifications by the reader's own day, newest first. */
function groupByDay(messages: readonly Message[], locale: string): readonly Day[] {
  const sorted = messages.toSorted((left, right) => right.createdAt - left.createdAt || right.number - left.number);
  const days = Map.groupBy(sorted, ({ createdAt }) => formatLocalDay(createdAt, locale));
  return [...days].map(([label, list]) => ({ key: label, label: capitalize(label, locale), messages: list }));
}
