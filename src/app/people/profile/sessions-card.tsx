import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoadAlert } from '#app/shell/on-demand.tsx';
import { formatMoment } from '#lib/format-date-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $signIns, endOtherSignIns, endSignIn, type SignIn } from '../stores/security.ts';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';

export function SessionsCard() {
  const { strings, t, locale } = useTexts();
  const { status, data } = useStore($signIns);
  useEffect(() => void $signIns.load(), []);
  const sessions = data?.sessions.filter(({ readToken }) => readToken === null);
  const moment = (at: number) => formatMoment(at, locale);
  const nameOf = ({ browser, system }: SignIn) =>
    browser && system ? t('sessions_on', { browser, system }) : (browser ?? system ?? strings.sessions_unknown);
  const endCell = (entry: SignIn) =>
    entry.current ? (
      <Badge>{strings.sessions_current}</Badge>
    ) : (
      <Button label={strings.sessions_end} variant="quiet" size="small" onClick={() => endSignIn(entry.id)} />
    );
  return (
    <Card as="section" id="sessions" title={strings.sessions_title}>
      {status === 'failed' && sessions === undefined ? (
        <LoadAlert again={$signIns.load} />
      ) : sessions === undefined ? (
        <div role="status">
          <span className="visually-hidden">{strings.sessions_loading}</span>
          <Skeleton shape="control" />
        </div>
      ) : (
        <div className={styles.stack}>
          <DataTable
            caption={strings.sessions_title}
            rows={sessions}
            rowKey={({ id }) => id}
            columns={[
              { header: strings.sessions_device, place: 'lead', cell: nameOf },
              { header: strings.sessions_place, place: 'note', cell: ({ place }) => place },
              { header: strings.sessions_since, place: 'wide', cell: ({ openedAt }) => moment(openedAt) },
              { header: strings.sessions_seen, place: 'note', cell: ({ seenAt }) => moment(seenAt) },
              { header: strings.sessions_end_head, align: 'end', place: 'result', cell: endCell },
            ]}
          />
          {sessions.length > 1 && (
            <Button label={strings.sessions_end_others} variant="outline" onClick={endOtherSignIns} />
          )}
        </div>
      )}
    </Card>
  );
}
