import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { maxJournalNotesLength, maxJournalTagsLength } from '#shared/accounts/journal-terms.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { FailedAlert } from '../failed-alert.tsx';
import { $journal, editJournal, flushJournal, guardJournal, openJournal, resolveJournal } from '../stores/journal.ts';
import { useTexts } from '../texts.ts';
import { JournalPictures } from './journal-pictures.tsx';

/** Tags, notes and pictures of one trading day. Saves automatically while the trader types. */
export function JournalEditor({ accountId, day }: { readonly accountId: string; readonly day: string }) {
  const { strings } = useTexts();
  const entry = useStore($journal);
  useEffect(() => {
    void openJournal(accountId, day);
  }, [accountId, day]);
  useEffect(() => guardJournal(), []);
  if (entry.accountId !== accountId || entry.day !== day || entry.status === 'loading') {
    return <Skeleton shape="row" count={4} />;
  }
  if (entry.status === 'failed') {
    return <FailedAlert title={strings.journal_failed} again={() => openJournal(accountId, day)} />;
  }
  const { typed, status, other, pictures, revision } = entry;
  const isEmpty = revision === 0 && status === 'saved';
  return (
    <div className="stack">
      <TextInput
        label={strings.journal_tags}
        hint={strings.journal_tags_hint}
        value={typed.tags}
        maxLength={maxJournalTagsLength}
        onChange={({ target }) => editJournal({ tags: target.value })}
        onBlur={() => void flushJournal()}
      />
      <TextArea
        label={strings.journal_notes}
        rows={6}
        value={typed.notes}
        maxLength={maxJournalNotesLength}
        onChange={({ target }) => editJournal({ notes: target.value })}
        onBlur={() => void flushJournal()}
      />
      <p role="status" className="muted small">
        {isEmpty ? '' : strings[`journal_status_${status}`]}
      </p>
      {status === 'unsaved' && (
        <Button label={strings.journal_retry} variant="outline" size="small" onClick={() => void flushJournal()} />
      )}
      {other !== null && (
        <Alert
          kind="warning"
          title={strings.journal_conflict}
          actions={
            <>
              <Button label={strings.journal_keep_both} size="small" onClick={() => void resolveJournal('both')} />
              <Button
                label={strings.journal_keep_mine}
                variant="outline"
                size="small"
                onClick={() => void resolveJournal('mine')}
              />
              <Button
                label={strings.journal_keep_theirs}
                variant="outline"
                size="small"
                onClick={() => void resolveJournal('other')}
              />
            </>
          }
        >
          {[other.tags.join(', '), other.notes].filter((text) => text !== '').join('\n')}
        </Alert>
      )}
      <JournalPictures pictures={pictures} />
    </div>
  );
}
