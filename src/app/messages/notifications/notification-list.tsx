import { useState } from 'react';
import { capitalize } from '#lib/capitalize.ts';
import { formatLocalDay, formatLocalTime } from '#lib/format-date-time.ts';
import { localizePath } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import { Select } from '#ui/select.tsx';
import type { Message } from '../stores/notifications.ts';
import styles from './notifications.module.css';
import { useTexts } from './texts.ts';

const successKinds = /(passed|funded|live|opened|resumed|lifted|alert_target|upheld_for|paid|confirmed|approved)$/;

const problemKinds =
  /^alert_|(breached|locked|over_limit|suspended|disputed|canceled|terminated|failed|declined|conduct_upheld|personal_stop)$/;

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
        <section key={key} className={`stack gap-1 ${styles.day}`}>
          <h2 className={`muted small ${styles.dayTitle}`}>{label}</h2>
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

function NotificationEntry({ message }: { readonly message: Message }) {
  const { strings, locale } = useTexts();
  const { name, tone } = iconOf(message);
  return (
    <li className={styles.entry}>
      <Icon name={name} className={`${styles.icon} ${styles[tone]}`} />
      <div className={styles.content}>
        <h3 className="cluster gap-2 small">
          {message.title}
          {!message.read && <Badge tone="accent">{strings.fresh}</Badge>}
        </h3>
        <p className="muted">{message.text}</p>
        <p className={`cluster muted text-14 ${styles.footer}`}>
          {message.account !== null && <span className="tabular">{message.account}</span>}
          <time dateTime={new Date(message.createdAt).toISOString()}>{formatLocalTime(message.createdAt, locale)}</time>
          {message.path !== null && (
            <a href={localizePath(message.path, locale)}>
              {strings.open}
              <span className="visually-hidden"> {message.title}</span>
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

/** Success, trouble or plain news; the title says which in words. */
function iconOf({ kind }: Pick<Message, 'kind'>): { readonly name: IconName; readonly tone: 'good' | 'bad' | 'plain' } {
  if (successKinds.test(kind)) return { name: 'success', tone: 'good' };
  if (problemKinds.test(kind)) return { name: 'warning', tone: 'bad' };
  return { name: 'info', tone: 'plain' };
}
